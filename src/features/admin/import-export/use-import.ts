import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { errors } from '#messages/errors.js'
import * as messages from '#messages/import-export.js'
import { type ImportSettings, LARGEST_IMPORT, TOO_LARGE } from '#shared/import-export-rules.ts'
import { DataError } from '~/lib/errors'
import { keep, readKept } from '~/lib/kept'
import { confirmNavigation } from '~/lib/navigation-guard'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { importMutation } from './import-export-data'
import { type Mode, reduceImport, START } from './import-state'

/** The state of an import: file chosen, previewed, imported. Leaving the page stops a preview or import in progress. */
export function useImport() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(importMutation)
  const [state, dispatch] = useReducer(reduceImport, START)
  const [settings, setSettings] = useState(startSettings)
  const running = useRef<AbortController>(null)

  useEffect(() => () => running.current?.abort(), [])

  async function run(mode: Mode, file: File, digest?: string, chosen = settings) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    dispatch({ type: 'start', mode, file, digest })
    try {
      await mutateAsync({
        file,
        mode,
        digest,
        settings: chosen,
        signal: controller.signal,
        onSent: (share) => dispatch({ type: 'sent', share }),
        onEvent: (event) => dispatch({ type: 'event', event }),
      })
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'failed', message: explain(error) })
    } finally {
      // Also after an aborted import: it may have been too late.
      if (mode === 'import') refreshCatalogue(queryClient)
    }
  }

  /** The next file is read without what was chosen for this one. */
  function reset() {
    setSettings(startSettings())
    dispatch({ type: 'reset' })
  }

  // What is typed to correct rows goes with the next check, and with another file.
  return {
    state,
    settings,
    /** Checks the file again with other settings. */
    change: async (file: File, changes: ImportSettings) => {
      if (!(await confirmNavigation())) return
      const next = { ...settings, ...changes }
      setSettings(next)
      keepColumns(next.columns)
      void run('preview', file, undefined, next)
    },
    choose: (file: File) => {
      const mistake = findMistake(file)
      if (mistake) dispatch({ type: 'mistake', message: mistake })
      else void run('preview', file)
    },
    start: (mode: Mode, { file, digest }: { file: File; digest?: string }) => void run(mode, file, digest),
    stop: () => {
      running.current?.abort()
      // Reported at once, whatever the request is waiting for.
      if (state.step === 'running') dispatch({ type: 'failed', message: STOPPED[state.mode] })
    },
    reset,
    chooseAnother: async () => {
      if (await confirmNavigation()) reset()
    },
  }
}

const STOPPED = {
  preview: messages.checkStopped,
  import: messages.importStopped,
}

function explain(error: unknown): string {
  return error instanceof DataError ? error.message : errors.unknown
}

/** Why a file cannot be used, as far as the browser can tell; null if nothing is wrong. */
function findMistake({ name, size }: File): string | null {
  if (!/\.(jsonl|ndjson|csv|tsv|xlsx)$/i.test(name)) return messages.wrongFileName
  if (size > LARGEST_IMPORT) return TOO_LARGE
  return size === 0 ? messages.emptyFile : null
}

const KEY = 'plaudit-import-columns'
const MOST = 100
const columnsSchema = z.record(z.string(), z.union([z.string(), z.null()]))

/** The columns that were chosen by hand, kept in this browser for the next file. */
const keptColumns = (): ImportSettings['columns'] => readKept(KEY, (kept) => columnsSchema.parse(kept)) ?? {}

/** What an import begins with. */
const startSettings = (): ImportSettings => ({ existing: 'fill', columns: keptColumns() })

const keepColumns = (columns: ImportSettings['columns'] = {}) =>
  keep(KEY, Object.fromEntries(Object.entries(columns).slice(-MOST)))
