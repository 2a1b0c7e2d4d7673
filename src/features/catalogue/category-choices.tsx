import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Input } from '~/components/ui/input'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { categoryQueries } from './categories-data'
import { ClearButton, useChoices } from './choices'
import type { Change } from './list-filters'
import { hasFacets, type ListSearch, listOf, MAX_CATEGORIES, toggleCategory } from './list-search'
import { PanelStatus } from './panel-status'

type Props = {
  search: ListSearch
  /** Of those selected. */
  categoryIds: readonly string[]
  onChange: Change
}

/** From how many categories on they can be searched. */
const MANY = 12

/** What is in the dropdown 'Filter by category': a box for each category, with what it would add to those selected. */
export function CategoryChoices({ search, categoryIds, onChange }: Props) {
  const { categories: selected = [] } = search
  const { data: categories, error, refetch } = useQuery(categoryQueries.all())
  const [text, setText] = useState('')
  const narrowed = hasFacets(search)
  // An aid: its failure shows nothing.
  const { data: counts } = useQuery({
    ...categoryQueries.facetCounts(listOf(search, categoryIds)),
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
    // Alone: what stood beside it would move when they come.
    return (
      <PanelStatus
        loading={messages.loadingCategories}
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
            aria-label={messages.searchCategories}
            placeholder={messages.searchCategories}
            className="w-full"
          />
        </div>
      )}
      <fieldset className="relative max-h-[300px] overflow-y-auto overscroll-contain p-2">
        <legend className="sr-only">{messages.categories}</legend>
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
            {messages.noCategoriesFound}
          </p>
        )}
      </fieldset>
      <div className="flex items-center justify-end gap-2 border-t border-line p-2">
        {isFull && (
          <p role="status" className="mr-auto pl-2.5 text-ink-soft text-sm">
            {MAX_CATEGORIES}
            {messages.countAtMost}
          </p>
        )}
        <ClearButton isIdle={selected.length === 0} onClear={clear} />
      </div>
    </>
  )
}

/** A text as it is searched for: without accents, in small letters. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * What a choice would add to the list, as the description of its box: the name stays what it is. Its room is kept while
 * the number is on its way, so that nothing jumps.
 */
function FacetCount({ id, added }: { id: string; added: number | undefined }) {
  return (
    <span aria-hidden="true" className="-ml-1.5 min-w-7 text-right text-[13px] text-ink-soft tabular-nums">
      {added !== undefined && (
        <>
          +{added}
          <span id={id} hidden>
            {messages.addsCount}
            {added}
          </span>
        </>
      )}
    </span>
  )
}
