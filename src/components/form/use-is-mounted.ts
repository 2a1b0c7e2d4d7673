import { useEffect, useRef } from 'react'

/** Whether a form is still on the page: a save that ends after the person left leads them nowhere. */
export function useIsMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
