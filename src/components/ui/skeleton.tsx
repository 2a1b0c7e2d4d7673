/** A grey placeholder. Hidden from assistive technology: announce the loading beside it. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}
