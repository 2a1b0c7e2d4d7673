import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { useIsMounted } from './use-is-mounted'

/** The current step of a save; `share` is the uploaded share of the file, from 0 to 1. */
export type SaveStage = { doing: 'uploading'; share: number } | { doing: 'saving' }

/** What a save sends: the values, and the stored version they are based on (null for something new). */
type Request<Values, Opened> = { values: Values; known: Opened | null }

type Options<Values extends FieldValues, Opened, Sent extends Request<Values, Opened>, Conflict> = {
  form: UseFormReturn<Values>
  opened: Opened | null
  valuesOf: (opened: Opened | null) => Values
  save: (request: Sent, onStage: (stage: SaveStage) => void) => Promise<unknown>
  /** The version stored now; null after a deletion. */
  read: (request: Sent) => Promise<Opened | null>
  wordsOfUnread: (error: unknown) => string
  compare: (request: Sent, theirs: Opened) => Conflict
  onSlugTaken: () => void
  onSaved: (known: Opened | null) => void
}

/**
 * The state of saving a form: the stored version its values are based on (null for something new), the current step, and
 * what someone else saved meanwhile. No failure discards typed text.
 */
export function useSaveForm<
  Values extends FieldValues,
  Opened,
  Sent extends Request<Values, Opened>,
  Conflict extends { theirs: Opened; differences: readonly unknown[] },
>(options: Options<Values, Opened, Sent, Conflict>) {
  const { form, opened, valuesOf } = options
  const [known, setKnown] = useState(opened)
  const [stage, setStage] = useState<SaveStage | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [deleted, setDeleted] = useState(false)
  const here = useIsMounted()

  async function save(request: Sent): Promise<void> {
    setStage({ doing: 'saving' })
    try {
      await options.save(request, setStage)
    } catch (error) {
      const code = error instanceof DataError ? error.code : null
      // While the form is still busy: what is typed now would be lost.
      const found = code === 'changed' ? await compare(request) : undefined
      // An earlier attempt succeeded but its response was lost.
      if (found?.differences.length === 0) return finish(request)
      // Synchronously: a disabled field cannot receive the focus.
      flushSync(() => setStage(null))
      if (found) setConflict(found)
      if (code === 'taken') options.onSlugTaken()
      if (code === 'gone' || found === null) forgetKnown()
      return
    }
    finish(request)
  }

  function finish(request: Sent): void {
    if (here.current) options.onSaved(request.known)
  }

  /** Allows what was typed to be saved as something new. */
  function forgetKnown(): void {
    setKnown(null)
    setDeleted(true)
  }

  /** The differences from the version stored now; null after a deletion, undefined if it could not be read. */
  async function compare(request: Sent) {
    const theirs = await options.read(request).catch((error: unknown) => {
      notify.error(options.wordsOfUnread(error))
    })
    return theirs && options.compare(request, theirs)
  }

  /** Continues with the other person's version, `request.known`, plus the fields chosen from this form. */
  function resolveConflict(request: Sent): void {
    setConflict(null)
    setKnown(request.known)
    form.reset(valuesOf(request.known))
    form.reset(request.values, { keepDefaultValues: true })
    void save(request)
  }

  return {
    known,
    stage,
    deleted,
    conflict,
    save,
    resolveConflict,
    closeConflict: () => setConflict(null),
    isUnsaved: form.formState.isDirty || deleted,
  }
}
