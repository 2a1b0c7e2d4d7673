import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { useIsMounted } from '~/components/form/use-is-mounted'
import { KEPT, type LogoChoice } from '~/components/logos/logo-choice'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { adminErrors, toolSave } from '~/messages/en/admin'
import type { ToolFormWords } from '~/messages/en/tool-form'
import { type ToolValues, toolFormSchema } from '~/rules/catalogue-schemas'
import { randomId } from './random-id'
import { compareTools, type ToolConflict, toolValuesOf } from './tool-conflict'
import {
  type OpenedTool,
  openTool,
  type SaveStage,
  type saveToolMutation,
  type ToolSaveRequest,
} from './tool-form-data'

/** What depends on who uses the form. */
export type ToolFormUse = {
  words: ToolFormWords
  /** Saves the tool. */
  mutation: typeof saveToolMutation
  onSaved: (message: string) => void
}

/**
 * The state of a tool form: typed values, the stored version they are based on (null for a new tool), the chosen logo,
 * the state of saving, and what someone else saved meanwhile. No failure discards typed text.
 */
export function useToolForm(opened: OpenedTool | null, { words, mutation, onSaved }: ToolFormUse) {
  const { mutateAsync } = useMutation(mutation)
  const [known, setKnown] = useState(opened)
  const [newId] = useState(randomId)
  const [logo, setLogo] = useState<LogoChoice>(KEPT)
  const [stage, setStage] = useState<SaveStage | null>(null)
  const [conflict, setConflict] = useState<ToolConflict | null>(null)
  const [deleted, setDeleted] = useState(false)
  const form = useForm<ToolValues>({
    resolver: zodResolver(toolFormSchema),
    defaultValues: toolValuesOf(opened),
  })
  const here = useIsMounted()

  const submit = form.handleSubmit((values) => save({ values, known, newId, logo }))

  async function save(request: ToolSaveRequest): Promise<void> {
    try {
      await mutateAsync({ request, onStage: setStage })
    } catch (error) {
      // Synchronously: a disabled field cannot receive the focus.
      flushSync(() => setStage(null))
      await explain(error, request)
      return
    }
    finish(request)
  }

  function finish({ known: saved }: ToolSaveRequest): void {
    if (here.current) onSaved(saved ? words.updated : words.created)
  }

  async function explain(error: unknown, request: ToolSaveRequest): Promise<void> {
    const code = error instanceof DataError ? error.code : 'saveTool'
    if (code === 'toolChanged') return compare(request)
    if (code === 'toolSlugTaken')
      form.setError('slug', { type: 'taken', message: toolSave.slugTaken }, { shouldFocus: true })
    if (code === 'toolGone') forgetKnown()
  }

  /** Allows what was typed to be saved as a new tool. */
  function forgetKnown(): void {
    setKnown(null)
    setDeleted(true)
  }

  async function compare(request: ToolSaveRequest): Promise<void> {
    const theirs = await openTool(request.known?.tool.id ?? request.newId).catch((error: unknown) => {
      notify.error(error instanceof DataError ? toolSave.failed(error.message) : adminErrors.saveToolUnknown)
    })
    if (theirs === undefined) return
    if (theirs === null) return forgetKnown()
    const found = compareTools(request, theirs)
    // An earlier attempt succeeded but its response was lost.
    if (found.differences.length === 0) finish(request)
    else setConflict(found)
  }

  /** Continues with the other person's version, plus the fields chosen from this form. */
  function resolveConflict(values: ToolValues, chosenLogo: LogoChoice): void {
    if (!conflict) return
    setConflict(null)
    setKnown(conflict.theirs)
    setLogo(chosenLogo)
    form.reset(toolValuesOf(conflict.theirs))
    form.reset(values, { keepDefaultValues: true })
    void save({ values, known: conflict.theirs, newId, logo: chosenLogo })
  }

  return {
    form,
    submit,
    known,
    stage,
    deleted,
    logo,
    setLogo,
    conflict,
    resolveConflict,
    closeConflict: () => setConflict(null),
    isUnsaved: form.formState.isDirty || logo.kind !== 'kept' || deleted,
  }
}
