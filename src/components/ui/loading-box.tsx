import * as messages from '#messages/common.js'

/** A grey placeholder of one thing that is loading, announced. */
export function LoadingBox({ className }: { className: string }) {
  return (
    <div role="status" className={`skeleton ${className}`}>
      <span className="sr-only">{messages.loading}</span>
    </div>
  )
}
