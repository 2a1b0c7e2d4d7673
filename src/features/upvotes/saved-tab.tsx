import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/saved.js'
import { Ago } from '~/components/ago'
import { Logo } from '~/components/logo'
import { EmptyState } from '~/components/ui/empty-state'
import { ListSkeleton } from '~/components/ui/list-skeleton'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { useSite } from '~/lib/site-data'
import { SaveButton } from './save-button'
import { type SavedTool, savedQuery } from './saving-data'
import { useMyMarks } from './upvotes-data'

type Props = {
  userId: string
  /** The member's own lists, below. */
  lists: ReactNode
  /** Beside the button that saves. */
  renderAction: (tool: SavedTool) => ReactNode
}

/** The tools the member saved. One that is no longer saved stays until the list is opened again: pressing again saves it. */
export function SavedTab({ userId, lists, renderAction }: Props) {
  const site = useSite()
  const list = useInfiniteQuery(savedQuery(userId))

  function content(): ReactNode {
    if (!list.data) return <Pending query={list} skeleton={<ListSkeleton entry="h-24" />} />
    if (list.data.pages[0]?.tools.length === 0)
      return (
        <EmptyState title={messages.noSaved(site)}>
          <p>{messages.noSavedHelp}</p>
          <Link to="/" className="link target">
            {messages.browse(site)}
          </Link>
        </EmptyState>
      )
    return (
      <>
        <ul className="border-line border-t">
          {list.data.pages.map((page) => (
            <SavedTools key={page.tools[0]?.id} tools={page.tools} renderAction={renderAction} />
          ))}
        </ul>
        <MoreButton list={list} className="mt-7">
          {messages.loadMore}
        </MoreButton>
      </>
    )
  }

  return (
    <section>
      <h2 className="display mb-5 text-[26px]">{messages.savedHeading(site)}</h2>
      {content()}
      {lists}
    </section>
  )
}

function SavedTools({ tools, renderAction }: { tools: SavedTool[] } & Pick<Props, 'renderAction'>) {
  const { isKnown, saved } = useMyMarks(tools)
  return tools.map((tool) => (
    <li
      key={tool.id}
      className="relative grid grid-cols-[auto_1fr] md:grid-cols-[auto_1fr_auto] gap-x-4 border-line border-b py-5"
    >
      <Logo tool={tool} alt="" size="card" />
      <article className="min-w-0">
        <h3 className="font-medium text-[15px]" dir="auto">
          <Link to="/tools/$slug" params={{ slug: tool.slug }} className="rounded-md hover:underline">
            {tool.name}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 line-clamp-2 text-ink-soft">
          {tool.short_description}
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 text-[13px] text-ink-faint">
          <Ago at={tool.saved_at} say={messages.savedAgo} />
          {renderAction(tool)}
        </div>
      </article>
      <div className="max-md:col-start-2 max-md:mt-3">
        <SaveButton tool={tool} saved={!isKnown || saved.includes(tool.id)} wide="sm" />
      </div>
    </li>
  ))
}
