import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { adminErrors, toolSave } from '#messages/admin.js'
import { toolForm } from '#messages/tool-form.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { toFacts } from '#shared/tool-fields.ts'
import { useSaveForm } from '~/components/form/use-save-form'
import { KEPT, type LogoChoice } from '~/components/logos/logo-choice'
import { DataError, failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { compareTools, toolValuesOf } from './tool-conflict'
import { type OpenedTool, openTool, saveToolMutation, type ToolSaveRequest } from './tool-form-data'
import { useValuesForm } from './use-values-form'

/** The state of a tool form: typed values, saving, and the chosen logo. */
export function useToolForm(opened: OpenedTool | null, onSaved: (message: string) => void) {
  const site = useSite()
  const facts = useFacts()
  const { mutateAsync } = useMutation(saveToolMutation)
  const [newId] = useState(randomId)
  const [logo, setLogo] = useState<LogoChoice>(KEPT)
  const form = useValuesForm(toolValuesOf(opened, facts), facts)
  const state = useSaveForm({
    form,
    opened,
    valuesOf: (tool: OpenedTool | null) => toolValuesOf(tool, facts),
    save: (request: ToolSaveRequest, onStage) => mutateAsync({ request, onStage }),
    read: ({ known, newId }) => openTool(known?.tool.id ?? newId),
    wordsOfUnread: (error) =>
      error instanceof DataError
        ? toolSave.failed({ ...site, reason: failureText(error, site) })
        : adminErrors.saveToolUnknown(site),
    compare: (mine: Parameters<typeof compareTools>[0], theirs: OpenedTool) =>
      compareTools(mine, theirs, facts),
    onSlugTaken: () =>
      form.setError('slug', { type: 'taken', message: toolSave.slugTaken }, { shouldFocus: true }),
    onSaved: (known) => onSaved((known ? toolForm.admin.updated : toolForm.admin.created)(site)),
  })
  const { known, conflict } = state

  /** Continues with the other person's version, plus the fields chosen from this form. */
  function resolveConflict(values: ToolValues, chosenLogo: LogoChoice): void {
    if (!conflict) return
    setLogo(chosenLogo)
    state.resolveConflict({
      ...{ values, facts: toFacts(values.facts, facts), newId, logo: chosenLogo },
      known: conflict.theirs,
    })
  }

  return {
    ...state,
    form,
    submit: form.handleSubmit((values) =>
      state.save({ values, facts: toFacts(values.facts, facts), known, newId, logo }),
    ),
    logo,
    setLogo,
    resolveConflict,
    isUnsaved: state.isUnsaved || logo.kind !== 'kept',
  }
}

/** A random UUID. `crypto.randomUUID` is missing on plain http, for example in a local network. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, place) => {
    if (place === 6) return ((byte & 0x0f) | 0x40).toString(16)
    if (place === 8) return ((byte & 0x3f) | 0x80).toString(16)
    return byte.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
