import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import * as messages from '#messages/admin-catalogue.js'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import { CATEGORY_SORTS, type CategorySort } from '#shared/sort-orders.ts'
import { useSite } from '~/lib/site-data'
import type { Column } from '../data-table'
import type { ListSearch, OnListSearch } from '../list-search'
import { MergeCategory } from '../merging/merge-category'
import { CatalogueList } from './catalogue-list'
import { type AdminCategory, deleteCategoryMutation, listQueries } from './lists-data'

const editLink = ({ id }: { id: string }) => linkOptions({ to: '/admin/categories/edit/$id', params: { id } })

const COLUMNS: readonly Column<AdminCategory, CategorySort>[] = [
  {
    header: messages.sortNames.name,
    sort: 'name',
    width: 'w-[24%]',
    cell: (category) => (
      <Link {...editLink(category)} dir="auto" className="rounded-md hover:underline">
        {category.name}
      </Link>
    ),
  },
  {
    header: messages.sortNames.slug,
    sort: 'slug',
    width: 'w-[22%]',
    cell: ({ slug }) => <code className="text-[13px] text-ink-soft">{slug}</code>,
  },
  {
    header: messages.description,
    width: 'w-auto',
    cell: ({ description }) =>
      description ? (
        <span dir="auto" className="line-clamp-2 text-ink-soft">
          {description}
        </span>
      ) : (
        <span className="text-ink-faint">{common.none}</span>
      ),
    inCard: ({ description }) =>
      description && (
        <span dir="auto" className="line-clamp-2">
          {description}
        </span>
      ),
  },
]

type Props = { search: ListSearch<CategorySort>; onSearch: OnListSearch<CategorySort> }

/** Section 2, Admin: the categories list. */
export function CategoriesPage({ search, onSearch }: Props) {
  return (
    <CatalogueList
      noun={messages.categoryNoun}
      title={common.categories}
      empty={{
        noMatch: messages.noCategoriesMatch,
        none: messages.noCategoriesYet,
      }}
      add={{ to: '/admin/categories/new', label: heads.addNewCategory }}
      editLink={editLink}
      columns={COLUMNS}
      sorts={CATEGORY_SORTS}
      search={search}
      onSearch={onSearch}
      query={listQueries.categories}
      deletion={deleteCategoryMutation}
      renderAction={(category, onGone) => <MergeCategory category={category} onMerged={onGone} />}
      renderLoss={(category) => <WhatStays category={category} />}
    />
  )
}

/** The number of tools affected by the deletion, refetched because the list may be old. */
function WhatStays({ category }: { category: AdminCategory }) {
  const { data: tools = category.tool_count } = useQuery(listQueries.toolsIn(category.id))
  return messages.keptWithoutCategory({ ...useSite(), count: tools })
}
