import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import { rankingTitle } from '#messages/documents.js'
import * as messages from '#messages/numbers.js'
import { PAGE_KINDS } from '#shared/numbers.ts'
import type { Site } from '#shared/site.ts'
import { useSite } from '~/lib/site-data'
import { type Text, textOf } from '~/lib/texts'
import { formatNumber } from '../pager'
import type { List, Top } from './numbers-data'

/** The file has all that are known. */
const SHOWN = 10

type Props = { list: List; tops: readonly Top[] }

/** The most frequent of one kind, with a bar behind each as long as it is frequent. */
export function TopList({ list, tops }: Props) {
  const site = useSite()
  const most = tops[0]?.amount ?? 0
  const title = textOf(messages.lists[list], site)
  return (
    <section aria-label={title} className="card min-w-0 p-4 md:p-5">
      <h3 className="text-[13px] text-ink-soft">{title}</h3>
      {tops.length === 0 ? (
        <p className="mt-2 text-[15px] text-ink-faint">{messages.noneYet}</p>
      ) : (
        <ol className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1 text-[15px]">
          {tops.slice(0, SHOWN).map((top) => (
            <li key={top.subject} className="relative flex items-center justify-between gap-3 px-2">
              <span
                aria-hidden="true"
                style={{ inlineSize: `${(top.amount / most) * 100}%` }}
                className="absolute inset-y-0 start-0 rounded-md bg-accent-soft"
              />
              <span className="relative min-w-0 truncate py-1 pointer-coarse:py-2.5">
                <Subject top={top} site={site} />
              </span>
              <span className="relative text-ink-soft tabular-nums">{formatNumber(top.amount)}</span>
            </li>
          ))}
        </ol>
      )}
      {(list === 'search' || list === 'nothing') && (
        <p className="mt-3 text-[13px] text-ink-faint">{messages.ownWords}</p>
      )}
    </section>
  )
}

function Subject({ top, site }: { top: Top; site: Site }) {
  const { kind, slug } = top
  const name = subjectOf(top, site)
  if (slug !== null)
    return (
      <Link
        to={kind === 'category' ? '/categories/$slug' : '/tools/$slug'}
        params={{ slug }}
        dir="auto"
        className="hover:underline pointer-coarse:py-2.5"
      >
        {name}
      </Link>
    )
  if (kind === 'search' || kind === 'nothing')
    return (
      <Link
        to="/search"
        search={{ q: top.subject }}
        dir="auto"
        className="hover:underline pointer-coarse:py-2.5"
      >
        {name}
      </Link>
    )
  return <bdi>{name}</bdi>
}

/** What is counted, in words. */
export function subjectOf({ kind, subject, name }: Top, site: Site): string {
  const page = kind === 'page' ? PAGE_KINDS.find((known) => known === subject) : undefined
  return page ? textOf(PAGES[page], site) : (name ?? subject)
}

const PAGES = {
  ...messages.pages,
  ...{ home: common.home, moderation: common.moderationLog, ranking: rankingTitle },
} satisfies Record<(typeof PAGE_KINDS)[number], Text>
