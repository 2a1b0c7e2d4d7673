import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstNotification } from '~/lib/notify'

const Toaster = lazy(async () => ({ default: (await import('~/components/ui/toaster')).Toaster }))

/** Mounts the toaster once there is something to say. */
export function LazyToaster() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => onFirstNotification(() => setNeeded(true)), [])
  if (!needed) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
