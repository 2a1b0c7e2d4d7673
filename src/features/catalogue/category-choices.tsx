import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as common from '#messages/common.js'
import { errors } from '#messages/errors.js'
import * as filters from '#messages/filters.js'
import { Input } from '~/components/ui/input'
import { categoryQueries } from './catalogue-data'
import { ClearButton, useChoices } from './choices'
import type { Change } from './list-filters'
import { hasFacets, type ListSearch, listOf, MAX_CATEGORIES, toggleCategory } from './list-search'
import { PanelStatus } from './panel-status'

type Props = {
  search: ListSearch
  /** Ids of the selected categories. */
  categoryIds: readonly string[]
  onChange: Change
}

/** The number of categories from which on there is a search field. */
const MANY = 12

/** The content of the dropdown 'Filter by category': a checkbox per category, with the number of tools it would add. */
export function CategoryChoices({ search, categoryIds, onChange }: Props) {
  const { categories: selected = [] } = search
  const { data: categories, error, refetch } = useQuery(categoryQueries.all())
  const [text, setText] = useState('')
  const narrowed = hasFacets(search)
  // The numbers are optional: if they fail, none are shown.
  const { data: counts } = useQuery({
    ...categoryQueries.categoryCounts(listOf(search, categoryIds)),
    enabled: search.q !== undefined || selected.length > 0 || narrowed,
    placeholderData: keepPreviousData,
  })
  const { isChosen, toggle, clear } = useChoices(
    selected,
    (slug) => onChange((now) => toggleCategory(now, slug)),
    () => onChange((now) => ({ ...now, categories: undefined, show: undefined })),
  )
  const isFull = selected.length >= MAX_CATEGORIES
  if (!categories)
    // On its own line: neighbours would move when the numbers arrive.
    return (
      <PanelStatus
        loading={common.loadingCategories}
        error={error ? errors.fetchCategories : undefined}
        onRetry={refetch}
      />
    )
  const found = categories.filter(({ name }) => fold(name).includes(fold(text)))
  return (
    <>
      {categories.length >= MANY && (
        <div className="border-b border-line p-2">
          <Input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={filters.searchCategories}
            placeholder={filters.searchCategories}
            className="w-full"
          />
        </div>
      )}
      <fieldset className="relative max-h-[300px] overflow-y-auto overscroll-contain p-2">
        <legend className="sr-only">{common.categories}</legend>
        {found.map(({ id, slug, name, tool_count }) => {
          const count = counts?.get(id)
          const tools = search.q || narrowed ? count?.tools : undefined
          const shown = search.q ? tools : (tools ?? tool_count)
          const added = selected.length > 0 && !isChosen(slug) ? count?.added : undefined
          return (
            <label key={id} className="choice-row">
              <input
                type="checkbox"
                name="categories"
                value={slug}
                className="size-4 shrink-0 accent-accent"
                aria-describedby={added === undefined ? undefined : `facet-${slug}`}
                checked={isChosen(slug)}
                disabled={isFull && !isChosen(slug)}
                onChange={() => void toggle(slug)}
              />
              <span dir="auto" className="min-w-0 flex-1 py-1.5 leading-snug">
                {name}
              </span>
              {shown !== undefined && <span className="text-ink-faint tabular-nums">({shown})</span>}
              {selected.length > 0 && <FacetCount id={`facet-${slug}`} added={added} />}
            </label>
          )
        })}
        {found.length === 0 && (
          <p role="status" className="px-2.5 py-6 text-center text-ink-soft">
            {common.noCategoriesFound}
          </p>
        )}
      </fieldset>
      <div className="flex items-center justify-end gap-2 border-t border-line p-2">
        {isFull && (
          <p role="status" className="me-auto ps-2.5 text-ink-soft text-sm">
            {MAX_CATEGORIES}
            {filters.countAtMost}
          </p>
        )}
        <ClearButton isIdle={selected.length === 0} onClear={clear} />
      </div>
    </>
  )
}

/** A text normalised for search: no accents, lower case. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The number a choice would add, as the description of its checkbox, so that the name stays the same. Space is reserved
 * while it loads.
 */
function FacetCount({ id, added }: { id: string; added: number | undefined }) {
  return (
    <span aria-hidden="true" className="-ms-1.5 min-w-7 text-end text-[13px] text-ink-soft tabular-nums">
      {added !== undefined && (
        <>
          +{added}
          <span id={id} hidden>
            {filters.addsCount}
            {added}
          </span>
        </>
      )}
    </span>
  )
}
