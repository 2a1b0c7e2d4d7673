import { useId } from 'react'
import { Icon } from '~/components/ui/icon'

type Props<Choice extends string> = {
  choices: Readonly<Record<Choice, string>>
  value: Choice
  onChoose: (choice: Choice) => void
}

/** Sorts a list by what may have no column, and on screens that have no columns. */
export function SortSelect<Choice extends string>({ choices, value, onChoose }: Props<Choice>) {
  const id = useId()
  const names = Object.keys(choices).filter((name): name is Choice => name in choices)
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-[13px] text-ink-faint">
        Sort by
      </label>
      <div className="relative min-w-0 flex-1">
        <select
          id={id}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = names.find((name) => name === currentTarget.value)
            if (chosen) onChoose(chosen)
          }}
          className="field-input appearance-none pr-9 md:text-sm"
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {choices[name]}
            </option>
          ))}
        </select>
        <Icon name="down" className="pointer-events-none absolute top-3.5 right-3 text-ink-faint" />
      </div>
    </div>
  )
}
