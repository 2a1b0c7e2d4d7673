import { useId } from 'react'
import * as messages from '#messages/admin.js'
import { Select } from '~/components/ui/select'

type Props<Choice extends string> = {
  choices: Readonly<Record<Choice, string>>
  value: Choice
  onChoose: (choice: Choice) => void
}

/** A select to sort a list, for orders without a column and for narrow screens. */
export function SortSelect<Choice extends string>({ choices, value, onChoose }: Props<Choice>) {
  const id = useId()
  const names = Object.keys(choices).filter((name): name is Choice => name in choices)
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
            {choices[name]}
          </option>
        ))}
      </Select>
    </div>
  )
}
