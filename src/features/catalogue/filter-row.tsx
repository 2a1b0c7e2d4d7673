import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import * as messages from '#messages/catalogue.js'
import { Icon } from '~/components/ui/icon'
import type { Change } from './list-filters'
import { clearFilters, type ListSearch } from './list-search'
import { SearchInputs } from './search-inputs'

/** A filter by its key (a slug, or 'pricing free'), and the list with it selected, or no longer. */
export type Filter = { key: string; name: string; toggle: (now: ListSearch) => ListSearch }

type Props = {
  search: ListSearch
  filters: readonly Filter[]
  /** Keys of the selected ones. */
  chosen: readonly string[]
  onChange: Change
}

/**
 * Filters in one row that scrolls sideways. One that can be selected is a link; a selected one is removed by a form with
 * the remaining filters, so that both work without scripts.
 */
export function FilterRow({ search, filters, chosen, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef(-1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the pressed one has been replaced; another one may now be in its place.
  useLayoutEffect(() => {
    if (pressed.current < 0 || document.activeElement !== document.body) return
    const item = list.current?.children[Math.min(pressed.current, filters.length - 1)]
    pressed.current = -1
    item?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [search])

  return (
    <nav
      aria-label={messages.quickFilters}
      className="flex min-w-0 items-center gap-2 max-md:basis-full md:flex-1"
    >
      {/* With space for the outline of the focus, and for the last one beside what fades out. */}
      <ul
        ref={list}
        className="relative -m-1.5 me-0 flex flex-1 gap-2 overflow-x-auto mask-[linear-gradient(to_left,transparent,black_24px)] rtl:mask-[linear-gradient(to_right,transparent,black_24px)] p-1.5 pe-6 [scrollbar-width:none] *:shrink-0"
      >
        {filters.map(({ key, name, toggle }, place) => {
          const press = () => {
            pressed.current = place
          }
          return (
            <li key={key}>
              {chosen.includes(key) ? (
                <form
                  onSubmit={(event) => {
                    event.preventDefault()
                    press()
                    void onChange(toggle)
                  }}
                >
                  <SearchInputs search={toggle(search)} />
                  <button type="submit" aria-label={messages.removeFilter({ name })} className="quick-filter">
                    <span dir="auto">{name}</span>
                    <Icon name="close" size={14} />
                  </button>
                </form>
              ) : (
                <Link
                  to="."
                  search={toggle(search)}
                  rel="nofollow"
                  resetScroll={false}
                  onClick={press}
                  activeOptions={{ exact: true, includeSearch: true }}
                  className="quick-filter"
                >
                  <span dir="auto">{name}</span>
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {chosen.length > 1 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            document.querySelector<HTMLElement>('[popovertarget$=-filter]')?.focus({ preventScroll: true })
            void onChange(clearFilters)
          }}
        >
          <SearchInputs search={clearFilters(search)} />
          <button type="submit" className="link shrink-0 py-1.5 text-[13px] pointer-coarse:min-h-11">
            {messages.clearAll}
          </button>
        </form>
      )}
    </nav>
  )
}
