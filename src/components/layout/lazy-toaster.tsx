import { type ComponentType, useEffect, useState } from 'react'
import { onFirstNotification } from '~/lib/notify'

/** Mounts the toaster once there is something to say; without a network, once it is back: what there is to say waits. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    function load() {
      import('~/components/ui/toaster').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => window.addEventListener('online', load, { once: true }),
      )
    }
    const stop = onFirstNotification(load)
    return () => {
      stop()
      window.removeEventListener('online', load)
    }
  }, [])
  return Toaster && <Toaster />
}
