import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure'

type Props = {
  query: { error: Error | null; refetch: () => unknown }
  skeleton: ReactNode
  className?: string
}

/** Instead of what has not been read: why it could not be, or its skeleton. */
export function Pending({ query: { error, refetch }, skeleton, className = '' }: Props) {
  return error ? <LoadFailure className={className} error={error} onRetry={refetch} /> : skeleton
}
