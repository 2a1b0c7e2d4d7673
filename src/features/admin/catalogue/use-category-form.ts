import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { adminErrors, toolSave } from '#messages/admin.js'
import * as messages from '#messages/admin-catalogue.js'
import { type CategoryValues, categoryFormSchema } from '#shared/catalogue-schemas.ts'
import { findDifferences } from '~/components/form/differences'
import { useSaveForm } from '~/components/form/use-save-form'
import { getDb } from '~/lib/db-client'
import {
  type CategorySave,
  type CategoryToEdit,
  getCategoryToEdit,
  saveCategoryMutation,
} from './category-form-data'

type Options = { opened: CategoryToEdit | null; onSaved: (message: string) => void }

const FIELDS = ['name', 'slug', 'description'] as const

/** The state of a category form. */
export function useCategoryForm({ opened, onSaved }: Options) {
  const { mutateAsync } = useMutation(saveCategoryMutation)
  const form = useForm<CategoryValues>({
    resolver: zodResolver(categoryFormSchema),
    defaultValues: categoryValuesOf(opened),
  })
  const state = useSaveForm({
    form,
    opened,
    valuesOf: categoryValuesOf,
    thing: 'category',
    save: (request: CategorySave) => mutateAsync(request),
    read: async ({ known }) => known && getCategoryToEdit(getDb(), known.id),
    wordsOfUnread: () => adminErrors.saveCategory,
    compare: ({ values: mine, known }, theirs) => ({
      theirs,
      mine,
      differences: findDifferences(FIELDS, {
        known: known && categoryValuesOf(known),
        theirs: categoryValuesOf(theirs),
        mine,
      }),
    }),
    onSlugTaken: () =>
      form.setError('slug', { type: 'taken', message: toolSave.slugTaken }, { shouldFocus: true }),
    onSaved: (known) => onSaved(known ? messages.categoryUpdated : messages.categoryCreated),
  })
  return { ...state, form, submit: form.handleSubmit((values) => state.save({ values, known: state.known })) }
}

/** A category as form values; empty for a new one. */
export function categoryValuesOf(category: CategoryToEdit | null): CategoryValues {
  if (!category) return { name: '', slug: '', description: '' }
  const { name, slug, description } = category
  return { name, slug, description: description ?? '' }
}
