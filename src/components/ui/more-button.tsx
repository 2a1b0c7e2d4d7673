import { Button } from './button'

type Props = {
  /** A list that is read page by page, as `useInfiniteQuery` returns it. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  size?: 'md' | 'lg'
  className?: string
  children?: string
}

/** Below a list read page by page: fetches the next one; nothing at its end. */
export function MoreButton({ list, size = 'md', className = '', children = 'Load More' }: Props) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="quiet"
      size={size}
      busy={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
      className={className}
    >
      {list.isFetchingNextPage ? 'Loading...' : children}
    </Button>
  )
}
