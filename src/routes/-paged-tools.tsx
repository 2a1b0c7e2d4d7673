import type { ReactNode } from 'react'
import { LoadMore } from '~/features/catalogue/load-more'
import { ToolList } from '~/features/catalogue/tool-list'
import { useToolList } from '~/features/catalogue/use-tool-list'
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
  const list = useToolList(categoryIds, shown)
  const upvoted = useMyUpvotes(list.pages)
  return (
    <section aria-label="Tools">
      <div className="flex min-h-[50px] flex-wrap items-center gap-2 pb-[18px]">
        {filters}
        {list.total !== null && (
          <p className="ml-auto text-[13px] text-ink-faint tabular-nums">
            {list.total} {list.total === 1 ? 'tool' : 'tools'}
          </p>
        )}
      </div>
      <ToolList
        list={list}
        skeletonRows={skeletonRows}
        empty={empty}
        renderUpvote={(tool) => <UpvoteControl tool={tool} upvoted={upvoted.has(tool.id)} />}
      >
        <LoadMore categoryIds={categoryIds ?? []} shown={shown} total={list.total} onShow={onShow}>
          {moreInputs}
        </LoadMore>
      </ToolList>
    </section>
  )
}
