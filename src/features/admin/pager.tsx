import * as messages from '#messages/admin.js'
import { locale } from '#messages/language.js'
import { Button } from '~/components/ui/button'
import { PAGE_ROWS } from './list-search'

const NUMBER = new Intl.NumberFormat(locale)

/** '100,000' */
export const formatNumber = (value: number): string => NUMBER.format(value)

type Props = { page: number; total: number; onPage: (page: number) => void }

/** Buttons to turn the pages of a list; nothing for a single page. A page beyond the last is the last one. */
export function Pager({ page, total, onPage }: Props) {
  const pages = Math.ceil(total / PAGE_ROWS)
  if (pages < 2) return null
  const current = Math.min(page, pages)
  return (
    <nav
      aria-label={messages.pages}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-5"
    >
      <p className="text-[13px] text-ink-faint tabular-nums">
        {messages.pageOf({ page: formatNumber(current), pages: formatNumber(pages) })}
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
