import { Icon } from '~/components/ui/icon'
import * as messages from '~/messages/en/catalogue'
import type { Sort } from '~/rules/sort-orders'
import type { CategoryRow } from './category-reads-data'

type Props = {
  selected: readonly CategoryRow[]
  /** The order of the list, which stays as it is. */
  sort: Sort | undefined
  onRemove: (slug: string) => void
  onClear: () => void
}

/**
 * The selected categories, each removable, on a line of their own. A form, so that it works without scripts too: a button
 * sends what remains.
 */
export function FilterChips({ selected, sort, onRemove, onClear }: Props) {
  if (selected.length === 0) return null
  const slugs = selected.map(({ slug }) => slug)
  return (
    <form action="/" className="flex flex-wrap items-center gap-2 pb-3.5">
      {sort && <input type="hidden" name="sort" value={sort} />}
      <ul className="contents" aria-label={messages.selectedCategories}>
        {selected.map(({ id, slug, name }) => (
          <li key={id} className="max-w-full">
            <button
              type="submit"
              name="categories"
              value={slugs.filter((other) => other !== slug).join(',')}
              aria-label={messages.removeFilter(name)}
              onClick={(event) => {
                event.preventDefault()
                const chip = event.currentTarget.closest('li')
                focusOn((chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector('button'))
                onRemove(slug)
              }}
              className="group inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2.5 pl-3 text-left text-[13px] leading-tight font-medium pointer-coarse:min-h-11"
            >
              <span dir="auto">{name}</span>
              <Icon name="close" size={14} className="shrink-0 text-ink-faint group-hover:text-accent" />
            </button>
          </li>
        ))}
      </ul>
      {selected.length > 1 && (
        <button
          type="submit"
          onClick={(event) => {
            event.preventDefault()
            focusOn()
            onClear()
          }}
          className="link px-1 py-1.5 text-[13px] pointer-coarse:min-h-11"
        >
          {messages.clearAll}
        </button>
      )}
    </form>
  )
}

/** What was pressed goes: the focus moves to what is beside it, or else to where categories are chosen. */
function focusOn(neighbour?: HTMLElement | null) {
  const place = neighbour ?? document.querySelector<HTMLElement>('[popovertarget=category-filter]')
  place?.focus({ preventScroll: true })
}
