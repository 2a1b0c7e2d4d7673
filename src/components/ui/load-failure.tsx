import * as messages from '#messages/common.js'
import { failureText, isOffline } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { Button } from './button'

type Props = { error: Error; onRetry: () => void; className?: string }

/** Shown when a part of a page could not be loaded, with a button to try again. */
export function LoadFailure({ error, onRetry, className = '' }: Props) {
  const site = useSite()
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-4 rounded-card border border-dashed border-line px-6 py-12 text-center ${className}`}
    >
      <div>
        <p className="display text-2xl leading-tight">{failureText(error, site)}</p>
        <p className="mt-1.5 text-ink-soft">
          {isOffline(error) ? messages.weCouldNotReachThe : messages.theServerCouldNotAnswer}
        </p>
      </div>
      <Button variant="quiet" onClick={onRetry}>
        {messages.tryAgain}
      </Button>
    </div>
  )
}
