type Props<Choice extends string> = {
  /** What the buttons choose between, for assistive technology. */
  legend: string
  choices: Readonly<Record<Choice, string>>
  value: Choice
  onChoose: (choice: Choice) => void
}

/** Which part of a list is shown: one button a part, the chosen one pressed. */
export function FilterButtons<Choice extends string>({ legend, choices, value, onChoose }: Props<Choice>) {
  const names = Object.keys(choices).filter((name): name is Choice => name in choices)
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-xl border border-line bg-sunken p-1">
      <legend className="sr-only">{legend}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChoose(name)}
          className="inline-flex h-9 grow items-center justify-center rounded-lg px-3 font-medium text-ink-soft text-sm transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card pointer-coarse:h-11"
        >
          {choices[name]}
        </button>
      ))}
    </fieldset>
  )
}
