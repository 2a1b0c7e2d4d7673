import { useId } from 'react'
import * as messages from '#messages/admin.js'
import { sortNames } from '#messages/admin-catalogue.js'
import type { CategorySort, ToolSort } from '#shared/sort-orders.ts'
import { Select } from '~/components/ui/select'
import { useSite } from '~/lib/site-data'

type Props<Sort extends ToolSort | CategorySort> = {
  names: readonly Sort[]
  value: Sort
  onChoose: (sort: Sort) => void
}

/** A select to sort a list, for orders without a column and for narrow screens. */
export function SortSelect<Sort extends ToolSort | CategorySort>({ names, value, onChoose }: Props<Sort>) {
  const labels = { ...sortNames, tools: sortNames.tools(useSite()) }
  const id = useId()

  return (
    <div className="flex shrink-0 items-center gap-2">
      <label htmlFor={id} className="text-[13px] text-ink-faint max-md:sr-only">
        {messages.sortBy}
      </label>
      <Select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = names.find((name) => name === currentTarget.value)
          if (chosen) onChoose(chosen)
        }}
        className="max-md:w-[124px]"
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {labels[name]}
          </option>
        ))}
      </Select>
    </div>
  )
}
