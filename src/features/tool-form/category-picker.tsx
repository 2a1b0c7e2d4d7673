import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as common from '#messages/common.js'
import * as messages from '#messages/tool-form.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { Input } from '~/components/ui/input'
import { categoryOptionsQuery } from '~/lib/category-options-data'
import { ChosenCategories } from './chosen-categories'
import type { CategoryOption } from './tool-form-data'

type Props = {
  form: UseFormReturn<ToolValues>
  /** Names of categories chosen before the options were loaded. */
  named: readonly CategoryOption[]
}

/**
 * The categories of a tool in order, the first one primary: a combobox that adds and removes categories, and the chosen
 * ones, to be reordered.
 */
export function CategoryPicker({ form, named }: Props) {
  const chosen = form.watch('category_ids')
  const onChange = (ids: string[]) => form.setValue('category_ids', ids, { shouldDirty: true })
  const { data: options, isError, refetch } = useQuery(categoryOptionsQuery)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  // A category deleted elsewhere disappears from the options, but stays chosen.
  const [chosenHere] = useState(() => new Map<string, string>())
  const wanted = query.trim().toLowerCase()
  const found = options?.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? []
  const box = useListBox(found.length, (position) => toggle(found[position]))
  const names = new Map([
    ...chosenHere,
    ...[...named, ...(options ?? [])].map(({ id, name }) => [id, name] as const),
  ])
  const optionId = (position: number) => `${listId}-${position}`

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  })

  function toggle(option: CategoryOption | undefined) {
    if (!option) return
    const { id, name } = option
    chosenHere.set(id, name)
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  }

  return (
    <div className="grid gap-3">
      <FormField label={common.categories} hint={messages.optionalTheFirstIsThe}>
        {({ 'aria-invalid': _, ...wiring }) => (
          <div className="relative">
            <Input
              {...wiring}
              role="combobox"
              aria-expanded={box.open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={box.active >= 0 ? optionId(box.active) : undefined}
              value={query}
              placeholder={messages.searchCategories}
              autoComplete="off"
              spellCheck={false}
              className="pe-11"
              onChange={({ target }) => {
                setQuery(target.value)
                box.show(target.value.trim() === '' ? -1 : 0)
              }}
              onClick={() => box.show(-1)}
              onKeyDown={box.onKeyDown}
              onBlur={() => {
                box.close()
                setQuery('')
              }}
            />
            <Icon
              name="down"
              size={16}
              className="pointer-events-none absolute top-3.5 end-3.5 text-ink-faint"
            />
            <div
              ref={list}
              id={listId}
              role="listbox"
              aria-label={messages.choices}
              aria-multiselectable="true"
              hidden={!box.open}
              // The field keeps the focus, because it handles the keys.
              onMouseDown={(event) => event.preventDefault()}
              className="absolute inset-x-0 top-full z-20 mt-2 max-h-[300px] animate-fade overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-float"
            >
              {found.map((option, position) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the active option.
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
                <div
                  key={option.id}
                  id={optionId(position)}
                  role="option"
                  aria-selected={chosen.includes(option.id)}
                  data-active={position === box.active || undefined}
                  onMouseMove={() => position !== box.active && box.setActive(position)}
                  onClick={() => toggle(option)}
                  className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-lg px-2.5 py-1.5 text-sm leading-snug data-active:bg-sunken pointer-coarse:min-h-11"
                >
                  <span dir="auto">{option.name}</span>
                  {chosen.includes(option.id) && <Icon name="check" className="text-accent" />}
                </div>
              ))}
            </div>
            {box.open && found.length === 0 && (
              <p className="absolute inset-x-0 top-full z-20 mt-2 rounded-card border border-line bg-surface px-4 py-6 text-center text-ink-soft text-sm shadow-float">
                {options
                  ? common.noCategoriesFound
                  : isError
                    ? messages.failedToLoadCategories
                    : common.loadingCategories}
              </p>
            )}
          </div>
        )}
      </FormField>
      {isError && !options && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-bad text-sm">
          {messages.failedToLoadCategories}
          <Button variant="quiet" size="sm" onClick={() => refetch()}>
            {common.tryAgain}
          </Button>
        </div>
      )}
      <ChosenCategories
        chosen={chosen.map((id) => ({
          id,
          name: names.get(id) ?? messages.unknownCategory,
          missing: options !== undefined && !options.some((option) => option.id === id),
        }))}
        onChange={onChange}
      />
    </div>
  )
}

/**
 * The keyboard of a combobox: arrows move among the options, Enter chooses, Escape closes. `active` is the marked
 * position, -1 for none.
 */
function useListBox(count: number, onChoose: (position: number) => void) {
  const [open, setOpen] = useState(false)
  const [wanted, setActive] = useState(-1)
  const active = open ? Math.min(wanted, count - 1) : -1

  function show(position: number): void {
    setOpen(true)
    setActive(position)
  }

  function close(): void {
    setOpen(false)
    setActive(-1)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') show(active + 1 < count ? active + 1 : 0)
    else if (event.key === 'ArrowUp') show(active > 0 ? active - 1 : count - 1)
    else if (event.key === 'Enter') {
      // Enter never submits the form from here.
      if (active >= 0) onChoose(active)
      else setOpen(true)
    } else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }

  return { open, active, show, close, setActive, onKeyDown }
}
