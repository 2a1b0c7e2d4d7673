import { Link, linkOptions } from '@tanstack/react-router'
import * as messages from '#messages/admin-catalogue.js'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import { TOOL_SORTS, type ToolSort } from '#shared/sort-orders.ts'
import { Logo } from '~/components/logo'
import { Badge } from '~/components/ui/badge'
import { buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import type { Column } from '../data-table'
import type { ListSearch, OnListSearch } from '../list-search'
import { formatNumber } from '../pager'
import { BulkBar } from './bulk-bar'
import { CatalogueList } from './catalogue-list'
import { type AdminTool, deleteToolMutation, listQueries } from './lists-data'

const editLink = ({ id }: { id: string }) => linkOptions({ to: '/admin/tools/edit/$id', params: { id } })

const COLUMNS: readonly Column<AdminTool, ToolSort>[] = [
  {
    header: messages.sortNames.name,
    sort: 'name',
    width: 'w-[28%] max-lg:w-[40%]',
    cell: (tool) => (
      <Link {...editLink(tool)} className="group flex min-h-8 items-center gap-3 rounded-md">
        <Logo tool={tool} size="row" />
        <span dir="auto" className="min-w-0 group-hover:underline">
          {tool.name}
        </span>
      </Link>
    ),
  },
  {
    header: messages.sortNames.slug,
    sort: 'slug',
    // On a tablet names and categories need the room of this and of the upvotes.
    width: 'w-[18%] max-lg:hidden',
    cell: ({ slug }) => <code className="text-[13px] text-ink-soft">{slug}</code>,
  },
  {
    header: messages.sortNames.category,
    sort: 'category',
    width: 'w-auto',
    cell: ({ category_name }) =>
      category_name ? (
        <span dir="auto">{category_name}</span>
      ) : (
        <span className="text-ink-faint">{common.none}</span>
      ),
    inCard: ({ category_name }) => category_name && <span dir="auto">{category_name}</span>,
  },
  {
    header: messages.upvotes,
    width: 'w-[84px] max-lg:hidden',
    cell: ({ upvote_count }) => <span className="tabular-nums">{formatNumber(upvote_count)}</span>,
    inCard: ({ upvote_count }) => (
      <span className="inline-flex items-center gap-1 tabular-nums">
        <Icon name="up" size={12} weight={2.4} />
        {formatNumber(upvote_count)}
      </span>
    ),
  },
  {
    header: common.featured,
    sort: 'featured',
    width: 'w-[96px]',
    cell: ({ featured }) => (featured ? <Badge look="accent">{common.yes}</Badge> : common.no),
    inCard: ({ featured }) => (featured ? <Badge look="accent">{common.featured}</Badge> : null),
  },
]

type Props = { search: ListSearch<ToolSort>; onSearch: OnListSearch<ToolSort> }

/** Section 2, Admin: the tools list. */
export function ToolsPage({ search, onSearch }: Props) {
  const site = useSite()
  return (
    <CatalogueList
      noun={[site.item, site.items]}
      title={common.itemsTitle(site)}
      empty={{
        noMatch: messages.noToolsMatch(site),
        none: messages.noToolsYet(site),
      }}
      add={{ to: '/admin/tools/new', label: heads.addNewTool(site) }}
      links={
        <>
          <Link to="/admin/tools/duplicates" className={buttonClass({ variant: 'quiet' })}>
            {heads.duplicates}
          </Link>
          {servesItsBackend() && (
            <>
              <Link to="/admin/tools/links" className={buttonClass({ variant: 'quiet' })}>
                {heads.links}
              </Link>
              <Link to="/admin/tools/icons" className={buttonClass({ variant: 'quiet' })}>
                {messages.icons}
              </Link>
            </>
          )}
        </>
      }
      editLink={editLink}
      columns={COLUMNS}
      sorts={TOOL_SORTS}
      search={search}
      onSearch={onSearch}
      query={listQueries.tools}
      deletion={deleteToolMutation}
      renderBulk={(selection, onClear) => <BulkBar selection={selection} onClear={onClear} />}
      renderLoss={({ upvote_count }) => messages.deletedWithTool({ upvotes: upvote_count })}
    />
  )
}
