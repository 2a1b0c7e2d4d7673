import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { afterPaint } from '~/lib/after-paint'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { categoryQueries } from './categories-data'
import type { CategoryRow } from './category-reads-data'
import { PanelStatus } from './filter-panel'
import { MAX_CATEGORIES } from './list-search'

type Props = {
  /** Slugs. */
  selected: readonly string[]
  onToggle: (slug: string) => Promise<void>
  onClear: () => void
}

/** From how many categories on they can be searched. */
const MANY = 12

/** What is in the dropdown 'Filter by category': a box for each category, with what it would add to those selected. */
export function CategoryChoices({ selected, onToggle, onClear }: Props) {
  const { data: categories, error, refetch } = useQuery(categoryQueries.all())
  const [text, setText] = useState('')
  const facetCounts = useFacetCounts(categories, selected)
  const { isChosen, toggle, clear } = useChoices(selected, onToggle, onClear)
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
          const added = isChosen(slug) ? undefined : facetCounts?.get(id)
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
              <span className="text-ink-faint tabular-nums">({tool_count})</span>
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
        <Button
          variant="ghost"
          size="sm"
          disabled={selected.length === 0}
          onClick={({ currentTarget: { form } }) => {
            // The button is of no use then, and loses the focus.
            form?.querySelector<HTMLElement>('label input:enabled')?.focus({ preventScroll: true })
            clear()
          }}
        >
          {messages.clear}
        </Button>
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

/**
 * The boxes of the filter: a pressed one is drawn as pressed at once, before the page it leads to is worked out, and
 * shows again what is selected when that has come.
 */
function useChoices(
  selected: readonly string[],
  onToggle: (slug: string) => Promise<void>,
  onClear: () => void,
) {
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isChosen = (slug: string) => pressed.get(slug) ?? selected.includes(slug)

  async function toggle(slug: string): Promise<void> {
    setPressed((others) => new Map(others).set(slug, !isChosen(slug)))
    await afterPaint()
    await onToggle(slug)
    setPressed((all) => new Map([...all].filter(([other]) => other !== slug)))
  }

  // Not ahead of a box that was pressed before it.
  const clear = () => void afterPaint().then(onClear)

  return { isChosen, toggle, clear }
}

/**
 * How many tools each further category would add to the selected ones, by category id: one question for all of them. It
 * is an aid, so its failure shows nothing.
 */
function useFacetCounts(categories: readonly CategoryRow[] | undefined, selected: readonly string[]) {
  const ids = categories?.filter(({ slug }) => selected.includes(slug)).map(({ id }) => id) ?? []
  const { data } = useQuery({
    ...categoryQueries.facetCounts(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return ids.length > 0 ? data : undefined
}
