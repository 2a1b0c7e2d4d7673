import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '~/components/ui/button'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { MAX_SHOWN, PAGE_SIZE, type ToolListKey } from './list-search'
import { LIST, ToolListSkeleton } from './skeletons'
import { useLoadMore } from './use-load-more'

type Props = {
  list: ToolListKey
  shown: number
  total: number | null
  onShow: (shown: number) => Promise<void>
  /** Hidden inputs that keep the rest of the address when the form is sent without scripts. */
  children?: ReactNode
}

/** Opens the list by one more page; gone when everything is shown. Without scripts it is a form that asks for more. */
export function LoadMore({ list, shown, total, onShow, children }: Props) {
  const { load, prefetch, busy, pending, failed } = useLoadMore(list, shown, onShow)
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const isAll = total !== null && shown >= total

  useLayoutEffect(() => {
    // The pressed button is gone: the keyboard goes on from the end of the list, not from the top of the page.
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
        {children}
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
