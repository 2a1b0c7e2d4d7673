import { useState } from 'react'

/** A part of a page that is downloaded when `load` is called, and again when it could not be had. */
export function useLoadedPart<Part>(download: () => Promise<Part>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | { part: Part }>('idle')
  const load = () => {
    if (typeof state === 'object' || state === 'loading') return
    setState('loading')
    download().then(
      (part) => setState({ part }),
      () => setState('failed'),
    )
  }
  return {
    part: typeof state === 'object' ? state.part : undefined,
    asked: state !== 'idle',
    failed: state === 'failed',
    load,
  }
}
