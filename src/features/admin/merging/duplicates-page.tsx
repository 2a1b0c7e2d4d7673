import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { noToolsMatch, search as searchFor } from '#messages/admin-catalogue.js'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/merging.js'
import { FactLink } from '~/components/fact-link'
import { Logo } from '~/components/logo'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { useSite } from '~/lib/site-data'
import { listQueries } from '../catalogue/lists-data'
import { Pager } from '../pager'
import { SearchField } from '../search-field'
import { TableSkeleton } from '../table-skeleton'
import { MergeDialog } from './merge-dialog'
import { duplicatesQuery, type Merge, type Pair, type PairedTool, toolQuery } from './merging-data'
import { useMerging } from './use-merging'

/** `tool`: the id of one that somebody says is a duplicate. */
type DuplicatesSearch = { page: number; tool: string | undefined }
type Props = { search: DuplicatesSearch; onSearch: (search: DuplicatesSearch) => void }

/** Tools that may be the same, to merge (decision 194). */
export function DuplicatesPage({ search, onSearch }: Props) {
  const site = useSite()
  const { data, error, refetch, isPlaceholderData } = useQuery(duplicatesQuery(search.page))
  const { isBusy, merge, sayTwo } = useMerging()
  const [comparing, setComparing] = useState<[one: Merge['gone'], other: Merge['gone']]>()
  const heading = useRef<HTMLHeadingElement>(null)

  async function run(wanted: Merge): Promise<void> {
    setComparing(undefined)
    if (!(await merge('tools', wanted))) return
    if (search.tool !== undefined) onSearch({ ...search, tool: undefined })
    heading.current?.focus({ preventScroll: true })
  }

  function content(): ReactNode {
    if (!data) return <Pending query={{ error, refetch }} skeleton={<TableSkeleton />} />
    if (data.total === 0) return <EmptyState title={messages.none} />
    return (
      <>
        <ul
          aria-busy={isPlaceholderData || undefined}
          className="card overflow-hidden transition-opacity aria-busy:opacity-60"
        >
          {data.rows.map((pair) => (
            <PairRow
              key={pair.one.id + pair.other.id}
              pair={pair}
              busy={isBusy}
              onCompare={() => setComparing([pair.one, pair.other])}
              onTwo={() => {
                heading.current?.focus({ preventScroll: true })
                sayTwo(pair)
              }}
            />
          ))}
        </ul>
        <Pager page={search.page} total={data.total} onPage={(page) => onSearch({ ...search, page })} />
      </>
    )
  }

  return (
    <section aria-labelledby="duplicates">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <SectionHeading ref={heading} tabIndex={-1} id="duplicates">
          {heads.duplicates}
        </SectionHeading>
        <Link to="/admin/tools" className="link text-sm pointer-coarse:py-3">
          {common.itemsTitle(site)}
        </Link>
      </div>
      <p className="mt-1.5 text-ink-soft">{messages.intro(site)}</p>
      <div className="mt-4 grid gap-4">
        {search.tool !== undefined && (
          <OneTool id={search.tool} onChoose={(one, other) => setComparing([one, other])} />
        )}
        <div>{content()}</div>
      </div>
      {comparing && (
        <MergeDialog
          one={comparing[0]}
          other={comparing[1]}
          onClose={() => setComparing(undefined)}
          onMerge={(wanted) => void run(wanted)}
        />
      )}
    </section>
  )
}

type RowProps = { pair: Pair; busy: boolean; onCompare: () => void; onTwo: () => void }

function PairRow({ pair, busy, onCompare, onTwo }: RowProps) {
  const { one, other, same_address, same_name } = pair
  const names = { one: one.name, other: other.name }
  return (
    <li className="grid gap-x-5 gap-y-3 border-line border-b px-4 py-3.5 last:border-b-0 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_380px]">
      {[one, other].map((tool) => (
        <ToolSide key={tool.id} tool={tool} />
      ))}
      <div className="flex flex-wrap items-center gap-2 md:max-lg:col-span-2 lg:justify-end">
        {same_address && <Badge look="plain">{messages.sameAddress}</Badge>}
        {same_name && <Badge look="plain">{messages.sameName}</Badge>}
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-haspopup="dialog"
          aria-label={messages.compareNamed(names)}
          onClick={onCompare}
        >
          {messages.compare}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          busy={busy}
          aria-label={messages.areTwoNamed(names)}
          onClick={onTwo}
        >
          {messages.areTwo}
        </Button>
      </div>
    </li>
  )
}

function ToolSide({ tool }: { tool: PairedTool }) {
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Logo tool={tool} size="row" />
      <div className="min-w-0">
        <p className="text-[15px]">
          <Link
            to="/admin/tools/edit/$id"
            params={{ id: tool.id }}
            dir="auto"
            className="rounded-md font-medium hover:underline"
          >
            {tool.name}
          </Link>
        </p>
        <p className="text-[13px] wrap-anywhere">
          <FactLink address={tool.website_url} />
        </p>
        <p dir="auto" className="mt-0.5 line-clamp-2 text-[13px] text-ink-soft">
          {tool.short_description}
        </p>
        <p className="mt-0.5 text-[13px] text-ink-faint">
          {messages.recommendedBy({ count: tool.upvote_count })}
        </p>
      </div>
    </div>
  )
}

type OneToolProps = { id: string; onChoose: (one: Merge['gone'], other: Merge['gone']) => void }

/** Finds what a reported tool is a duplicate of. */
function OneTool({ id, onChoose }: OneToolProps) {
  const site = useSite()
  const { data: tool } = useQuery(toolQuery(id))
  const [text, setText] = useState('')
  const found = useQuery({
    ...listQueries.tools({ search: text, sort: 'name', descending: false, page: 1 }),
    enabled: text !== '',
  })
  if (!tool) return null
  const others = text === '' ? [] : (found.data?.rows ?? []).filter((row) => row.id !== id).slice(0, 6)
  const hasNone = text !== '' && found.isSuccess && !found.isPlaceholderData && others.length === 0
  return (
    <section aria-label={messages.mergeWith({ name: tool.name })} className="card grid gap-3 p-4">
      <h3 className="font-medium">{messages.mergeWith({ name: tool.name })}</h3>
      <SearchField label={searchFor({ word: site.items })} value={text} onSearch={setText} />
      {hasNone && (
        <p role="status" className="text-[15px] text-ink-soft">
          {noToolsMatch(site)}
        </p>
      )}
      {others.length > 0 && (
        <ul className="grid gap-1">
          {others.map((other) => (
            <li key={other.id} className="flex items-center justify-between gap-3">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {other.name} <code className="text-[13px] text-ink-soft">/{other.slug}</code>
              </span>
              <Button
                variant="quiet"
                size="sm"
                aria-haspopup="dialog"
                aria-label={messages.compareNamed({ one: tool.name, other: other.name })}
                onClick={() => onChoose(tool, other)}
              >
                {messages.compare}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
