import { type ComponentType, useEffect, useState } from 'react'
import { isMessageWaiting, onFirstNotification } from '~/lib/notify'
import { useSession } from '~/lib/session'

/** Delay before a failed download is retried while a message waits. */
const RETRY_MS = 1500

/**
 * Mounts the toaster before it is needed, because the message may be that the server is gone: for members at once, for
 * visitors when they type. Otherwise with the first message.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const isMember = useSession().status === 'signed-in'
  useEffect(() => {
    if (Toaster) return
    let retry: ReturnType<typeof setTimeout> | undefined
    function load() {
      clearTimeout(retry)
      import('~/components/ui/toaster').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => {
          if (isMessageWaiting()) retry = setTimeout(load, RETRY_MS)
        },
      )
    }
    const stop = onFirstNotification(load)
    document.addEventListener('input', load, { once: true })
    if (isMember) load()
    return () => {
      stop()
      document.removeEventListener('input', load)
      clearTimeout(retry)
    }
  }, [Toaster, isMember])
  return Toaster && <Toaster />
}
