import { useLayoutEffect, useRef, useState } from 'react'
import * as messages from '#messages/common.js'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { Button } from './button'

type Props = {
  /** A paged list, as `useInfiniteQuery` returns it. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
  size?: 'md' | 'lg'
  className?: string
  children?: string
}

/**
 * Below a paged list: loads the next page and reports a failure; nothing at the end of the list, except for the focus,
 * which would otherwise go from the pressed button to the top of the page.
 */
export function MoreButton({ list, size = 'md', className = '', children = messages.loadMore }: Props) {
  const site = useSite()
  const end = useRef<HTMLParagraphElement>(null)
  const [wasPressed, setPressed] = useState(false)
  const isAll = !list.hasNextPage

  useLayoutEffect(() => {
    if (isAll && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [isAll])

  if (isAll)
    return wasPressed ? (
      <p ref={end} tabIndex={-1} className="sr-only">
        {messages.listEnd}
      </p>
    ) : null
  const busy = list.isFetchingNextPage
  return (
    <div className={`grid justify-items-start gap-3 ${className}`}>
      <Button
        variant="quiet"
        size={size}
        busy={busy}
        onClick={() => {
          setPressed(true)
          void list.fetchNextPage()
        }}
      >
        {busy ? messages.loading : children}
      </Button>
      {list.isFetchNextPageError && list.error && !busy && (
        <p role="alert" className="text-[13px] text-bad">
          {failureText(list.error, site)}
        </p>
      )}
    </div>
  )
}
