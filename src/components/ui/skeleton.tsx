/** A grey shape where something will be. Hidden from assistive technology: say that it loads beside it. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}
