import { Button } from '~/components/ui/button'
import { type ImportState, percentOf } from './import-state'

type Props = { state: Extract<ImportState, { step: 'running' }>; onStop: () => void }

/** How far a trial or an import has come, and a way to stop it. */
export function ImportProgress({ state, onStop }: Props) {
  const { file, mode, sent, outcome } = state
  const percent = percentOf(state)
  const doing = sent < 1 ? 'Sending the file' : `${outcome.counts.rows.toLocaleString('en')} rows read`
  return (
    <div className="mt-5 grid gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 truncate font-medium">{file.name}</p>
        <p className="shrink-0 text-ink-soft tabular-nums">{percent}%</p>
      </div>
      <div
        role="progressbar"
        aria-label={mode === 'preview' ? 'Checking the file' : 'Importing the file'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${doing}`}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${percent}%` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[13px] text-ink-soft tabular-nums">{doing}</p>
        <Button variant="quiet" size="sm" onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  )
}
