import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'

type Props = { loading: string; error?: string | undefined; onRetry: () => void }

/** The status of a panel whose choices are loading or failed to load. */
export function PanelStatus({ loading, error, onRetry }: Props) {
  if (!error)
    return (
      // As high as most lists of choices: a panel that grows would move to the other side of its button.
      <p role="status" className="grid min-h-[300px] place-items-center px-4.5 text-center text-ink-soft">
        {loading}
      </p>
    )
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4.5 py-7 text-ink-soft">
      {error}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        {common.tryAgain}
      </Button>
    </div>
  )
}
