import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Button, buttonClass } from '~/components/ui/button'
import { DataError } from '~/lib/errors'
import * as messages from '~/messages/en/site'

/**
 * Shown when a page failed. Distinguishes a missing network from a failure of ours, and offers to try again. Missing
 * things have their own not-found pages.
 */
export function PageError({ error }: ErrorComponentProps) {
  const { offline, message } = describe(error)
  const retry = useRetry()
  return (
    <div
      className="wrap grid min-h-[60vh] place-content-center justify-items-center gap-3 py-20 text-center"
      role="alert"
    >
      <h1 className="display text-[38px]">
        {offline ? messages.youSeemToBeOffline : messages.somethingWentWrong}
      </h1>
      <p className="max-w-[44ch] text-ink-soft">
        {offline ? messages.offlineBecause(message) : messages.failedBecause(message)}
      </p>
      <div className="mt-4 flex gap-3">
        <Button onClick={retry}>{messages.tryAgain}</Button>
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {messages.returnToHome}
        </Link>
      </div>
    </div>
  )
}

/** Reloads a failed page: resets its failed queries and runs its loader again. */
export function useRetry(): () => void {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  return () => {
    reset()
    void router.invalidate()
  }
}

/** Only our own errors have texts for people; those of libraries are not shown. */
function describe(error: unknown): { offline: boolean; message: string } {
  const offline =
    (error instanceof DataError && error.offline) || (typeof navigator !== 'undefined' && !navigator.onLine)
  return { offline, message: error instanceof DataError ? error.message : messages.pageNotShown }
}
