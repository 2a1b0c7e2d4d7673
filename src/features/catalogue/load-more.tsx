import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '~/components/ui/button'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { type ListSearch, MAX_RENDERED, MAX_SHOWN, PAGE_SIZE, type ToolListKey } from './list-search'
import { SearchInputs } from './search-inputs'
import { LIST, ToolListSkeleton } from './skeletons'
import { useLoadMore } from './use-load-more'

type Props = {
  search: ListSearch
  list: ToolListKey
  total: number | null
}

/** Opens the list by one more page; absent when everything is shown. Without scripts it is a form. */
export function LoadMore({ search, list, total }: Props) {
  const { show: shown = PAGE_SIZE } = search
  const navigate = useNavigate()
  const { load, prefetch, busy, pending, failed } = useLoadMore(list, shown, (show) =>
    navigate({ to: '.', search: (now) => ({ ...now, show }), replace: true, resetScroll: false }),
  )
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const isAll = total !== null && shown >= total

  useLayoutEffect(() => {
    // The pressed button is gone: the focus moves to the end of the list instead of the top of the page.
    if (isAll && wasPressed.current) end.current?.focus({ preventScroll: true })
  }, [isAll])

  if (total === null) return null
  if (isAll) {
    return (
      <p ref={end} tabIndex={-1} className="py-10 text-center text-[13px] text-ink-faint outline-none">
        {total > PAGE_SIZE && messages.allToolsAreShown(total)}
      </p>
    )
  }
  if (shown >= MAX_SHOWN) {
    return <p className="py-12 text-center text-ink-faint">{messages.lookElsewhere}</p>
  }
  return (
    <>
      {pending && (
        <ul className={`${LIST} -mt-px`} aria-busy="true">
          <ToolListSkeleton rows={Math.min(PAGE_SIZE, total - shown)} />
        </ul>
      )}
      <form
        className="grid justify-items-center gap-3 pt-7 pb-16"
        onSubmit={(event) => {
          event.preventDefault()
          wasPressed.current = true
          void load()
        }}
      >
        {shown >= MAX_RENDERED && (
          <noscript>
            <p className="text-ink-faint">{messages.lookElsewhere}</p>
          </noscript>
        )}
        <SearchInputs search={{ ...search, show: undefined }} />
        <Button
          type="submit"
          variant="quiet"
          size="lg"
          name="show"
          value={shown + PAGE_SIZE}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          aria-disabled={busy}
          className="min-w-36"
        >
          {busy ? messages.loading : messages.loadMore}
        </Button>
        {failed && (
          <p role="alert" className="text-[13px] text-bad">
            {errors.fetchTools}
          </p>
        )}
      </form>
    </>
  )
}
