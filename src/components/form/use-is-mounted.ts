import { useEffect, useRef } from 'react'

/** Whether a form is still mounted: a save that ends after the person left must not navigate. */
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
