import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { type Difference, findDifferences } from '~/components/form/differences'
import { useIsMounted } from '~/components/form/use-is-mounted'
import { getDb } from '~/lib/db-client'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { adminErrors, toolSave } from '~/messages/en/admin'
import * as messages from '~/messages/en/admin-catalogue'
import { type CategoryValues, categoryFormSchema } from '~/rules/catalogue-schemas'
import { type CategoryToEdit, getCategoryToEdit, saveCategoryMutation } from './category-form-data'

export type CategoryConflict = {
  theirs: CategoryToEdit
  mine: CategoryValues
  differences: Difference<keyof CategoryValues>[]
}

type Options = { opened: CategoryToEdit | null; onSaved: (message: string) => void }

const FIELDS = ['name', 'slug', 'description'] as const

/** The state of a category form; the counterpart of `useToolForm`. */
export function useCategoryForm({ opened, onSaved }: Options) {
  const [known, setKnown] = useState(opened)
  const { mutateAsync } = useMutation(saveCategoryMutation)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<CategoryConflict | null>(null)
  const [deleted, setDeleted] = useState(false)
  const form = useForm<CategoryValues>({
    resolver: zodResolver(categoryFormSchema),
    defaultValues: categoryValuesOf(opened),
  })
  const here = useIsMounted()

  const submit = form.handleSubmit((values) => save(values, known))

  async function save(values: CategoryValues, base: CategoryToEdit | null): Promise<void> {
    setBusy(true)
    try {
      await mutateAsync({ known: base, values })
    } catch (error) {
      // Synchronously: a disabled field cannot receive the focus.
      flushSync(() => setBusy(false))
      await explain(error, values, base)
      return
    }
    finish(base)
  }

  function finish(base: CategoryToEdit | null): void {
    if (here.current) onSaved(base ? messages.categoryUpdated : messages.categoryCreated)
  }

  async function explain(error: unknown, values: CategoryValues, base: CategoryToEdit | null): Promise<void> {
    const code = error instanceof DataError ? error.code : 'saveCategory'
    if (code === 'categoryChanged' && base) return compare(values, base)
    if (code === 'categorySlugTaken')
      form.setError('slug', { type: 'taken', message: toolSave.slugTaken }, { shouldFocus: true })
    if (code === 'categoryGone') forgetKnown()
  }

  /** Allows what was typed to be saved as a new category. */
  function forgetKnown(): void {
    setKnown(null)
    setDeleted(true)
  }

  async function compare(mine: CategoryValues, base: CategoryToEdit): Promise<void> {
    let theirs: CategoryToEdit | null
    try {
      theirs = await getCategoryToEdit(getDb(), base.id)
    } catch {
      notify.error(adminErrors.saveCategory)
      return
    }
    if (!theirs) return forgetKnown()
    const differences = findDifferences(FIELDS, {
      known: categoryValuesOf(base),
      theirs: categoryValuesOf(theirs),
      mine,
    })
    // An earlier attempt succeeded but its response was lost.
    if (differences.length === 0) finish(base)
    else setConflict({ theirs, mine, differences })
  }

  /** Continues with the other person's version, plus the fields chosen from this form. */
  function resolveConflict(values: CategoryValues): void {
    if (!conflict) return
    setConflict(null)
    setKnown(conflict.theirs)
    form.reset(categoryValuesOf(conflict.theirs))
    form.reset(values, { keepDefaultValues: true })
    void save(values, conflict.theirs)
  }

  return {
    form,
    submit,
    known,
    busy,
    deleted,
    conflict,
    resolveConflict,
    closeConflict: () => setConflict(null),
    isUnsaved: form.formState.isDirty || deleted,
  }
}

/** A category as form values; empty for a new one. */
export function categoryValuesOf(category: CategoryToEdit | null): CategoryValues {
  if (!category) return { name: '', slug: '', description: '' }
  const { name, slug, description } = category
  return { name, slug, description: description ?? '' }
}
