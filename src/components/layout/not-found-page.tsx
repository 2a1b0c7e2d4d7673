import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '~/components/ui/button'
import { logError } from '~/lib/errors'
import * as messages from '~/messages/en/site'

/** The page for unknown URLs (section 2); the visit is logged. */
export function NotFoundPage() {
  useEffect(() => logError('Nothing is at this address:', window.location.pathname), [])
  return (
    <div className="wrap grid min-h-[60vh] place-content-center justify-items-center gap-4 py-20 text-center">
      <h1 className="display text-[112px] text-accent md:text-[160px]">404</h1>
      <p className="text-[17px] text-ink-soft">{messages.oopsPageNotFound}</p>
      <Link to="/" className={buttonClass({ size: 'lg', className: 'mt-3' })}>
        {messages.returnToHome}
      </Link>
    </div>
  )
}
