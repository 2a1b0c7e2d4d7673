import type { ReactNode } from 'react'
import { LoadMore } from '~/features/catalogue/load-more'
import { ToolCard } from '~/features/catalogue/tool-card'
import { ToolList, useToolPage } from '~/features/catalogue/tool-list'
import type { ToolCardRow } from '~/features/catalogue/tools-data'
import { UpvoteControl } from '~/features/upvotes/upvote-control'
import { useMyUpvotes } from '~/features/upvotes/use-my-upvotes'

type Props = {
  /** Tools of any of these categories; of all when empty. Undefined while not known yet. */
  categoryIds: readonly string[] | undefined
  shown: number
  onShow: (shown: number) => Promise<void>
  skeletonRows: number
  empty: string
  /** What stands above the list, left of the count. */
  filters?: ReactNode
  moreInputs?: ReactNode
}

/** The list of tool cards that home and the category page share, with the person's own upvotes marked. */
export function PagedTools({ categoryIds, shown, onShow, skeletonRows, empty, filters, moreInputs }: Props) {
  const total = useToolPage(categoryIds ?? [], 0, categoryIds !== undefined).data?.total ?? null
  return (
    <section aria-label="Tools">
      <div className="flex flex-wrap items-center gap-2 pb-3.5 md:min-h-[50px] md:pb-[18px]">
        {filters}
        <p className="ml-auto min-h-5 text-[13px] leading-5 text-ink-faint tabular-nums" role="status">
          {total !== null && categoryIds && `${total} ${total === 1 ? 'tool' : 'tools'}`}
        </p>
      </div>
      <ToolList
        categoryIds={categoryIds}
        shown={shown}
        skeletonRows={skeletonRows}
        empty={empty}
        renderTools={(tools) => <Cards tools={tools} />}
      />
      {categoryIds && (
        <LoadMore categoryIds={categoryIds} shown={shown} total={total} onShow={onShow}>
          {moreInputs}
        </LoadMore>
      )}
    </section>
  )
}

/** One page of cards. Which of them the person has upvoted is asked page by page, only about what is new. */
function Cards({ tools }: { tools: ToolCardRow[] }) {
  const upvoted = useMyUpvotes(tools)
  return tools.map((tool) => (
    <ToolCard
      key={tool.id}
      tool={tool}
      upvote={<UpvoteControl tool={tool} upvoted={upvoted.includes(tool.id)} />}
    />
  ))
}
