import * as messages from '#messages/common.js'
import { Skeleton } from './ui/skeleton'

/** Shown by a guarded page until the session is known (section 2): a title bar and two cards. */
export function GuardSkeleton() {
  return (
    <div className="wrap grid gap-6 py-10 md:py-16">
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      {/* Where scripts run, React ignores its content. */}
      <noscript>{import.meta.env.SSR && <p>{messages.thisPageNeedsJavascriptPlease}</p>}</noscript>
      <Skeleton className="h-11 w-64 max-w-full" />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="card grid gap-3 p-6">
      <Skeleton className="mb-2 h-5 w-40 max-w-full" />
      <Skeleton className="h-4 w-full max-w-xl" />
      <Skeleton className="h-4 w-4/5 max-w-lg" />
      <Skeleton className="h-4 w-2/5 max-w-sm" />
    </div>
  )
}
