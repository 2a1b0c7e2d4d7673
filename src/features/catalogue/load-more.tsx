import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import { errors } from '#messages/errors.js'
import { Button } from '~/components/ui/button'
import { useSite } from '~/lib/site-data'
import { type ListSearch, MAX_SHOWN, PAGE_SIZE } from './list-search'
import { SearchInputs } from './search-inputs'
import { LIST, ToolListSkeleton } from './skeletons'
import type { ShownTools } from './tool-list'
import { useLoadMore } from './use-load-more'

type Props = {
  search: ListSearch
  tools: ShownTools
}

/** Opens the list by one more page; absent when everything is shown. Without scripts it is a form. */
export function LoadMore({ search, tools }: Props) {
  const { first, count, shown, hasMore } = tools
  const navigate = useNavigate()
  const site = useSite()
  const { load, prefetch, busy, pending, failed } = useLoadMore(tools, (shown) =>
    navigate({
      to: '.',
      search: (now) => ({ ...now, show: Math.min(shown, MAX_SHOWN) }),
      state: (now) => ({ ...now, shown }),
      replace: true,
      resetScroll: false,
    }),
  )
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const isAll = first !== undefined && !hasMore

  useLayoutEffect(() => {
    // The pressed button is gone: the focus moves to the end of the list instead of the top of the page.
    if (isAll && wasPressed.current) end.current?.focus({ preventScroll: true })
  }, [isAll])

  if (!first) return null
  if (isAll) {
    return (
      <p ref={end} tabIndex={-1} className="py-10 text-center text-[13px] text-ink-faint outline-none">
        {count > PAGE_SIZE && messages.allToolsAreShown({ ...site, total: count })}
      </p>
    )
  }
  return (
    <>
      {pending && (
        <ul className={`${LIST} -mt-px`} aria-busy="true">
          <ToolListSkeleton rows={Math.min(PAGE_SIZE, Math.max((first.total ?? 0) - count, 1))} />
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
        <SearchInputs search={{ ...search, show: undefined }} />
        <Button
          type="submit"
          variant="quiet"
          size="lg"
          name="show"
          value={Math.min(shown + PAGE_SIZE, MAX_SHOWN)}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          aria-disabled={busy}
          className={`min-w-36 ${shown >= MAX_SHOWN ? 'noscript:hidden' : ''}`}
        >
          {busy ? common.loading : common.loadMore}
        </Button>
        {shown >= MAX_SHOWN && (
          <p className="hidden text-ink-faint noscript:block">{messages.lookElsewhere}</p>
        )}
        {failed && (
          <p role="alert" className="text-[13px] text-bad">
            {errors.fetchTools(site)}
          </p>
        )}
      </form>
    </>
  )
}
