import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/site.js'
import { Button, buttonClass } from '~/components/ui/button'
import { DataError, failureText, isOffline, isPartMissing } from '~/lib/errors'
import { reloadIfAnswered, reloadOnce } from '~/lib/reload'
import { useSite } from '~/lib/site-data'

/**
 * Shown within the page when its content failed. Distinguishes a missing network from a failure of ours, and offers to
 * try again; when the network is back it does so by itself. Missing things have their own not-found pages.
 */
export function PageError({ error }: ErrorComponentProps) {
  const site = useSite()
  const offline = isOffline(error)
  // Only our own errors have texts for people; those of libraries are not shown.
  const isTold = error instanceof DataError && error.code !== 'unknown'
  const message = isTold ? failureText(error, site) : messages.pageNotShown
  const { retry, busy } = useRetry(error)
  return (
    <div
      className="wrap grid min-h-[60vh] place-content-center justify-items-center gap-3 py-20 text-center"
      role="alert"
    >
      <h1 className="display text-[38px]">
        {offline ? messages.youSeemToBeOffline : common.somethingWentWrong}
      </h1>
      <p className="max-w-[44ch] text-ink-soft">
        {offline ? messages.offlineBecause({ message }) : messages.failedBecause({ message })}
      </p>
      <div className="mt-4 flex gap-3">
        <Button busy={busy} onClick={retry}>
          {common.tryAgain}
        </Button>
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {messages.returnToHome}
        </Link>
      </div>
    </div>
  )
}

/** Resets the failed queries of a page and runs its loader again; for missing code, reloads it once it can be. */
function useRetry(error: unknown) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const [busy, setBusy] = useState(false)
  const isMissing = isPartMissing(error)

  async function retry() {
    setBusy(true)
    if (isMissing) await reloadIfAnswered()
    else {
      reset()
      await router.invalidate()
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error.
  useEffect(() => {
    if (isMissing) void reloadOnce()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [error])

  return { retry: () => void retry(), busy }
}
