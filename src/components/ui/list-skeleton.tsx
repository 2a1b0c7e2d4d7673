import * as messages from '#messages/common.js'
import { Skeleton } from './skeleton'

/**
 * Skeletons of a list's first three entries, each as high as `entry` says. What stands below is shown with the list: before,
 * the list would move it.
 */
export function ListSkeleton({ entry }: { entry: string }) {
  return (
    <div className="grid gap-4 [&~*]:hidden">
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} className={`${entry} rounded-card`} />
      ))}
    </div>
  )
}
