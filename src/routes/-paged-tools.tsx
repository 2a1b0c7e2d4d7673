import type { ReactNode } from 'react'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import { StructuredData } from '~/components/structured-data'
import type { ToolCardRow } from '~/features/catalogue/catalogue-data'
import { UnknownFacts } from '~/features/catalogue/lazy-parts'
import { hasFacets, type ListSearch, type ToolListKey } from '~/features/catalogue/list-search'
import { LoadMore } from '~/features/catalogue/load-more'
import { SortLinks } from '~/features/catalogue/sort-links'
import { toolListData } from '~/features/catalogue/structured-data'
import { ToolCard } from '~/features/catalogue/tool-card'
import { ToolList, useTools } from '~/features/catalogue/tool-list'
import { CompareButton } from '~/features/compare/compare-provider'
import { SaveButton } from '~/features/upvotes/save-button'
import { UpvoteControl } from '~/features/upvotes/upvote-control'
import { useSite } from '~/lib/site-data'
import { useMyMarks } from '../features/upvotes/upvotes-data'

type Props = {
  /** The structured data of the list. */
  name: string
  /** The search part of the URL. */
  search: ListSearch
  /** Undefined while loading. */
  list: ToolListKey | undefined
  skeletonRows: number
  empty: string
  emptyHelp?: ReactNode
  /** The category of a list of one category. */
  category?: { name: string; slug: string } | undefined
  /** Shown above the list. */
  filters?: ReactNode
  /** Replaces a tool's name and description. */
  describe?: (tool: ToolCardRow) => { title: ReactNode; description: ReactNode } | undefined
}

/** The list of tool cards on home, categories and results, with the person's own upvotes marked. */
export function PagedTools(props: Props) {
  const site = useSite()
  const { name, search, list, category, filters, describe, empty, emptyHelp, skeletonRows } = props
  const tools = useTools(list, search)
  const { first } = tools
  const total = first?.total ?? null
  const unknown = list && hasFacets(search) && <UnknownFacts search={search} list={list} />
  const hasUnknown = unknown && total !== 0
  return (
    <section aria-label={common.itemsTitle(site)}>
      {first && (
        <StructuredData describe={(path) => toolListData({ name, path, total: total ?? 0 }, first.tools)} />
      )}
      {filters}
      <div className="flex flex-wrap items-center gap-2 pb-3.5 md:min-h-[50px] md:pb-[18px]">
        <SortLinks sort={list?.sort} isSearch={list?.query !== undefined} />
        {/* Space for the number that arrives with the list, on a phone a line of its own. */}
        {hasUnknown && (
          <div className="min-h-8 max-md:order-1 max-md:basis-full md:ms-auto pointer-coarse:min-h-11">
            {unknown}
          </div>
        )}
        {/* The orders share a line with the count, or get a line of their own if there will never be one. */}
        <p
          className={`min-h-5 min-w-20 text-end text-[13px] leading-5 text-ink-faint tabular-nums ${hasUnknown ? 'max-md:ms-auto' : 'ms-auto'}`}
          role="status"
        >
          {total !== null && list && messages.toolCount({ ...site, count: total })}
        </p>
      </div>
      <ToolList
        {...{ search, list, tools, skeletonRows, empty, emptyHelp }}
        wider={unknown}
        renderTools={(tools) => <Cards tools={tools} category={category} describe={describe} />}
      />
      <LoadMore search={search} tools={tools} />
    </section>
  )
}

/** One page of cards. The person's upvotes are fetched page by page, for new tools only. */
function Cards({
  tools,
  category,
  describe,
}: Pick<Props, 'category' | 'describe'> & { tools: ToolCardRow[] }) {
  const { topic } = useSite()
  const { upvoted, saved } = useMyMarks(tools)
  return tools.map((tool) => (
    <ToolCard
      key={tool.id}
      topic={topic}
      tool={tool}
      category={category}
      {...describe?.(tool)}
      upvote={<UpvoteControl tool={tool} upvoted={upvoted.includes(tool.id)} />}
      save={<SaveButton tool={tool} saved={saved.includes(tool.id)} />}
      compare={<CompareButton tool={tool} />}
    />
  ))
}
