import type { ReactNode } from 'react'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { ToolCard } from './tool-card'
import { ToolListSkeleton } from './tool-list-skeleton'
import { PAGE_SIZE, type ToolCardRow } from './tools-data'
import type { ToolList as List } from './use-tool-list'

type Props = {
  list: List
  /** How many skeleton rows stand for a first page on its way. */
  skeletonRows: number
  empty: string
  renderUpvote: (tool: ToolCardRow) => ReactNode
  /** What follows a list that is there: Load More. */
  children: ReactNode
}

/** A paged list of tool cards in each of its states: loading, failed, empty, shown. */
export function ToolList({ list, skeletonRows, empty, renderUpvote, children }: Props) {
  const { pages, total, pending, error, retry } = list
  const tools = pages.flat()
  if (error && tools.length === 0) return <LoadFailure error={error} onRetry={retry} />
  if (total === 0) return <EmptyState title={empty} />
  return (
    <>
      <ul className="border-t border-line" aria-busy={pending > 0}>
        {tools.map((tool) => (
          <ToolCard key={tool.id} tool={tool} upvote={renderUpvote(tool)} />
        ))}
        {pending > 0 && <ToolListSkeleton rows={tools.length > 0 ? pending * PAGE_SIZE : skeletonRows} />}
      </ul>
      <p className="sr-only" role="status">
        {total !== null && pending === 0
          ? `Showing ${tools.length} of ${total} ${total === 1 ? 'tool' : 'tools'}`
          : ''}
      </p>
      {error ? <LoadFailure error={error} onRetry={retry} /> : children}
    </>
  )
}
