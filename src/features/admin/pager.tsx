import { Button } from '~/components/ui/button'
import * as messages from '~/messages/en/admin'
import { PAGE_ROWS } from './list-search'

const NUMBER = new Intl.NumberFormat('en')

/** '100,000' */
export const formatNumber = (value: number): string => NUMBER.format(value)

/** The page of a list; a page beyond the last is the last one. */
function pageOf(page: number, total: number, size: number = PAGE_ROWS): number {
  return Math.min(page, Math.max(1, Math.ceil(total / size)))
}

type Props = { page: number; total: number; size?: number; onPage: (page: number) => void }

/** Links to the pages of a list; nothing for a single page. */
export function Pager({ page, total, size = PAGE_ROWS, onPage }: Props) {
  const pages = Math.ceil(total / size)
  if (pages < 2) return null
  const current = pageOf(page, total, size)
  return (
    <nav
      aria-label={messages.pages}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-5"
    >
      <p className="text-[13px] text-ink-faint tabular-nums">
        {messages.page}
        {formatNumber(current)}
        {messages.of}
        {formatNumber(pages)}
      </p>
      <div className="flex gap-2">
        <Button variant="quiet" disabled={current <= 1} onClick={() => onPage(current - 1)}>
          {messages.previous}
        </Button>
        <Button variant="quiet" disabled={current >= pages} onClick={() => onPage(current + 1)}>
          {messages.next}
        </Button>
      </div>
    </nav>
  )
}
