import { useId } from 'react'
import { entryNoun } from '#messages/admin.js'
import { locale } from '#messages/language.js'

type Props<Choice extends string> = {
  /** The accessible name of the group. */
  legend: string
  choices: Readonly<Record<Choice, string>>
  value: Choice
  onChoose: (choice: Choice) => void
  /** The number of entries per choice, as a description, so that the button's name stays the choice's. */
  counts?: Readonly<Record<Choice, number>> | undefined
  /** Singular and plural of what is counted: 'recommendation', 'recommendations'. */
  noun?: readonly [one: string, many: string]
  className?: string
}

/** Chooses which part of a list is shown: one toggle button per part. */
export function FilterButtons<Choice extends string>(props: Props<Choice>) {
  const { legend, choices, value, onChoose, counts, noun = entryNoun, className = 'flex' } = props
  const id = useId()
  const names = Object.keys(choices).filter((name): name is Choice => name in choices)
  return (
    <fieldset className={`flex-wrap gap-1 rounded-xl border border-line bg-sunken p-1 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          aria-describedby={counts && `${id}${name}`}
          onClick={() => onChoose(name)}
          className="inline-flex h-9 min-w-0 grow items-center justify-center gap-x-2 rounded-lg px-1 font-medium max-md:has-data-count:px-0 text-[13px] text-ink-soft leading-tight transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-card max-md:has-data-count:h-12 max-md:has-data-count:flex-col md:px-3 md:text-sm pointer-coarse:h-11 pointer-coarse:has-data-count:h-12"
        >
          {choices[name]}
          {counts && (
            <>
              <span aria-hidden="true" data-count="" className="font-normal text-[13px] tabular-nums">
                {counts[name].toLocaleString(locale)}
              </span>
              <span id={`${id}${name}`} hidden>
                {counts[name]} {noun[counts[name] === 1 ? 0 : 1]}
              </span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  )
}
