import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ToggleEvent } from 'react'
import { useState } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button, buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { afterPaint } from '~/lib/after-paint'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import type { Sort } from '~/rules/sort-orders'
import type { CategoryRow } from './categories-data'
import { categoryQueries } from './categories-data'
import { MAX_CATEGORIES } from './list-search'

type Props = {
  /** Undefined while loading. */
  categories: readonly CategoryRow[] | undefined
  failed: boolean
  onRetry: () => void
  selected: readonly string[]
  /** The order of the list, which stays as it is. */
  sort: Sort | undefined
  onToggle: (slug: string) => Promise<void>
  onClear: () => void
}

/**
 * The dropdown 'Filter by category'. It is the browser's own popover around a form of checkboxes: it opens, closes
 * with Escape or a click outside and gives the focus back even before scripts run, and without them the form is sent.
 */
export function CategoryFilter({ categories, failed, onRetry, selected, sort, onToggle, onClear }: Props) {
  const { facetCounts, loadFacetCounts } = useFacetCounts(categories, selected)
  const { isChosen, toggle, clear } = useChoices(selected, onToggle, onClear)
  const isFull = selected.length >= MAX_CATEGORIES
  return (
    <>
      <button type="button" popoverTarget="category-filter" className={buttonClass({ variant: 'quiet' })}>
        {messages.filterByCategory}
        {selected.length > 0 && (
          <Badge look="accent">
            <span className="sr-only">{messages.selected}</span>
            {selected.length}
          </Badge>
        )}
        <Icon name="down" size={15} className="-mr-1 text-ink-faint" />
      </button>
      <form
        id="category-filter"
        popover="auto"
        action="/"
        aria-label={messages.filterByCategory}
        onToggle={(event) => {
          loadFacetCounts()
          placeBelowButton(event)
        }}
        className="category-filter w-[min(320px,calc(100vw-36px))] rounded-card border border-line bg-surface text-ink shadow-float"
      >
        {sort && <input type="hidden" name="sort" value={sort} />}
        <fieldset className="relative max-h-[300px] overflow-y-auto overscroll-contain p-2">
          <legend className="sr-only">{messages.categories}</legend>
          {categories?.map(({ id, slug, name, tool_count }) => {
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
                  onChange={() => {
                    loadFacetCounts()
                    void toggle(slug)
                  }}
                />
                <span dir="auto" className="min-w-0 flex-1 py-1.5 leading-snug">
                  {name}
                </span>
                <span className="text-ink-faint tabular-nums">({tool_count})</span>
                {selected.length > 0 && <FacetCount id={`facet-${slug}`} added={added} />}
              </label>
            )
          })}
          {categories?.length === 0 && (
            <p className="px-2.5 py-6 text-center text-ink-soft">{messages.noCategoriesFound}</p>
          )}
          {!categories && !failed && (
            <p role="status" className="px-2.5 py-6 text-center text-ink-soft">
              {messages.loadingCategories}
            </p>
          )}
          {failed && (
            <div role="alert" className="grid justify-items-center gap-3 px-2.5 py-5 text-ink-soft">
              {errors.fetchCategories}
              <Button variant="quiet" size="sm" onClick={onRetry}>
                {messages.tryAgain}
              </Button>
            </div>
          )}
        </fieldset>
        <div className="flex items-center justify-end gap-2 border-t border-line p-2">
          {isFull && (
            <p role="status" className="mr-auto pl-2.5 text-ink-soft text-sm">
              {MAX_CATEGORIES}
              {messages.countAtMost}
            </p>
          )}
          <noscript>
            <button type="submit" className={buttonClass({ size: 'sm' })}>
              {messages.apply}
            </button>
          </noscript>
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
      </form>
    </>
  )
}

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

/** For browsers that cannot hang a popover on its button by style: puts it there by hand. */
function placeBelowButton({ currentTarget: panel, newState }: ToggleEvent<HTMLFormElement>) {
  if (newState !== 'open' || CSS.supports('position-area', 'bottom')) return
  const button = panel.previousElementSibling?.getBoundingClientRect()
  if (!button) return
  panel.style.top = `${button.bottom}px`
  panel.style.left = `${Math.max(18, Math.min(button.left, window.innerWidth - panel.offsetWidth - 18))}px`
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
 * How many tools each further category would add to the selected ones, by category id: one question for all of them,
 * asked from when somebody opens the filter. It is an aid, so its failure shows nothing.
 */
function useFacetCounts(categories: readonly CategoryRow[] | undefined, selected: readonly string[]) {
  const [asked, setAsked] = useState(false)
  const ids = categories?.filter(({ slug }) => selected.includes(slug)).map(({ id }) => id) ?? []
  const { data } = useQuery({
    ...categoryQueries.facetCounts(ids),
    enabled: asked && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return { facetCounts: ids.length > 0 ? data : undefined, loadFacetCounts: () => setAsked(true) }
}
