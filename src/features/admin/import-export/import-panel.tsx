import { useLayoutEffect, useRef } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/import-export.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { SectionHeading } from '~/components/ui/section-heading'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { ColumnChoices } from './column-choices'
import { FileChoice } from './file-choice'
import { ImportChoices } from './import-choices'
import { ImportOutcome } from './import-outcome'
import { changesAnything, type ImportState, percentOf } from './import-state'
import { UndoImport } from './undo-import'
import { useImport } from './use-import'

/** Import: choose a file, preview its changes, then import it. */
export function ImportPanel() {
  const { state, settings, choose, change, start, stop, reset, chooseAnother } = useImport()
  const heading = useFocusOnStep(state.step)
  return (
    <section aria-labelledby="import-heading" className="card min-w-0 self-start p-5 md:p-6">
      <SectionHeading id="import-heading" ref={heading} tabIndex={-1}>
        {titleOf(state)}
      </SectionHeading>
      {state.step === 'choose' && <FileChoice mistake={state.mistake} onFile={choose} />}
      {state.step === 'running' && <ImportProgress state={state} onStop={stop} />}
      {state.step === 'running' && state.mode === 'import' && (
        <UnsavedChanges
          title={messages.leaveAndStopTheImport}
          description={messages.rowsAlreadyImportedAreKept}
        />
      )}
      {state.step === 'failed' && (
        <div className="mt-5 grid gap-6">
          <FormAlert>{state.message}</FormAlert>
          <ColumnChoices
            outcome={state.outcome}
            settings={settings}
            onChange={(changes) => change(state.file, changes)}
          />
          {/* Without what was counted until then: nothing of it is kept. */}
          <div className="flex flex-wrap gap-2.5">
            <Button size="lg" onClick={() => start(state.mode, state)}>
              {common.tryAgain}
            </Button>
            <Button variant="quiet" size="lg" onClick={chooseAnother}>
              {messages.chooseAnotherFile}
            </Button>
          </div>
        </div>
      )}
      {state.step === 'previewed' && (
        <div className="mt-1.5 grid gap-6">
          <p className="text-ink-soft">
            <FileName file={state.file} /> {previewOf(state)}
          </p>
          <ImportOutcome
            outcome={state.outcome}
            mode="preview"
            choices={
              <ImportChoices
                outcome={state.outcome}
                settings={settings}
                onChange={(changes) => change(state.file, changes)}
              />
            }
            onCorrected={changesAnything(state.outcome.counts) ? undefined : choose}
          >
            {changesAnything(state.outcome.counts) && (
              <Button size="lg" onClick={() => start('import', state)}>
                {messages.importLabel}
              </Button>
            )}
            <Button variant="quiet" size="lg" onClick={chooseAnother}>
              {messages.chooseAnotherFile}
            </Button>
          </ImportOutcome>
        </div>
      )}
      {state.step === 'imported' && (
        <div className="mt-1.5 grid gap-6">
          <p className="text-ink-soft">
            <FileName file={state.file} />
            {messages.hasBeenImportedImportingIt}
          </p>
          <ImportOutcome outcome={state.outcome} mode="import" onCorrected={choose}>
            <Button variant="quiet" size="lg" onClick={chooseAnother}>
              {messages.importAnotherFile}
            </Button>
            {state.outcome.importId && <UndoImport id={state.outcome.importId} onUndone={reset} />}
          </ImportOutcome>
        </div>
      )}
    </section>
  )
}

function titleOf(state: ImportState): string {
  switch (state.step) {
    case 'choose':
      return messages.importLabel
    case 'running':
      return state.mode === 'preview' ? messages.checkingTheFile : messages.importing
    case 'previewed':
      return messages.whatWouldChange
    case 'imported':
      return messages.importedTitle
    case 'failed':
      return state.mode === 'preview' ? messages.couldNotBeChecked : messages.didNotFinish
  }
}

function previewOf({ outcome: { counts } }: Extract<ImportState, { outcome: unknown }>): string {
  if (counts.rows === 0) return messages.hasNoRows
  if (!changesAnything(counts))
    return counts.rejected > 0 ? messages.hasNoUsableRows : messages.matchesTheCatalogue
  return messages.hasBeenChecked
}

const FileName = ({ file }: { file: File }) => <b className="font-medium text-ink">{file.name}</b>

/**
 * The focused element disappears with its step, so the next step's heading takes the focus and is read out. In a layout
 * effect: after painting, a Tab pressed in between would be undone.
 */
function useFocusOnStep(step: ImportState['step']) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return heading
}

type Props = { state: Extract<ImportState, { step: 'running' }>; onStop: () => void }

/** The progress of a preview or an import, with a button to stop it. */
function ImportProgress({ state, onStop }: Props) {
  const { file, mode, sent, outcome } = state
  const percent = percentOf(state)
  const doing = sent < 1 ? messages.sendingTheFile : messages.rowsRead({ rows: outcome.counts.rows })
  return (
    <div className="mt-5 grid gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 truncate font-medium">{file.name}</p>
        <p className="shrink-0 text-ink-soft tabular-nums">{percent}%</p>
      </div>
      <div
        role="progressbar"
        aria-label={mode === 'preview' ? messages.checkingTheFile : messages.importingTheFile}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${doing}`}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="rounded-full border-t-8 border-accent transition-[width] duration-200"
          style={{ width: `${percent}%` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[13px] text-ink-soft tabular-nums">{doing}</p>
        <Button variant="quiet" size="sm" onClick={onStop}>
          {messages.stop}
        </Button>
      </div>
    </div>
  )
}
