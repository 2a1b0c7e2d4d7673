import { type ReactNode, useState } from 'react'
import * as messages from '#messages/form.js'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import type { Side } from './differences'

type ShownDifference<Field extends string> = {
  field: Field
  label: string
  theirs: ReactNode
  mine: ReactNode
  prefer: Side
}

type Props<Field extends string> = {
  /** The saved entity: 'tool' or 'category'. */
  thing: string
  differences: readonly ShownDifference<Field>[]
  /** Continues with the chosen values, and by default saves them. */
  resolve?: string
  onResolve: (sides: ReadonlyMap<Field, Side>) => void
  onClose: () => void
}

/**
 * Someone else saved while the form was open: shows each differing field and asks whose value to keep. Fields the
 * person left alone default to the other's value.
 */
export function ConflictDialog<Field extends string>({
  thing,
  differences,
  resolve = messages.saveTheseChoices,
  onResolve,
  onClose,
}: Props<Field>) {
  const [sides, setSides] = useState<ReadonlyMap<Field, Side>>(
    () => new Map(differences.map(({ field, prefer }) => [field, prefer])),
  )
  const choose = (field: Field, side: Side) => setSides(new Map(sides).set(field, side))
  return (
    <Dialog
      title={messages.someoneElseSavedThis({ thing })}
      description={messages.itWasChangedWhileYou}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onResolve(sides)
        }}
        className="mt-5 grid gap-6"
      >
        {differences.map(({ field, label, theirs, mine }) => (
          <fieldset key={field} className="grid gap-2">
            <legend className="mb-2 font-medium text-sm">{label}</legend>
            <Version
              name={field}
              title={messages.theirsSavedNow}
              checked={sides.get(field) === 'theirs'}
              onChoose={() => choose(field, 'theirs')}
            >
              {theirs}
            </Version>
            <Version
              name={field}
              title={messages.yours}
              checked={sides.get(field) === 'mine'}
              onChoose={() => choose(field, 'mine')}
            >
              {mine}
            </Version>
          </fieldset>
        ))}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="quiet" size="lg" onClick={onClose}>
            {messages.backToTheForm}
          </Button>
          <Button type="submit" size="lg">
            {resolve}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type VersionProps = {
  name: string
  title: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

function Version({ name, title, checked, onChoose, children }: VersionProps) {
  return (
    <label className="flex min-h-11 gap-3 rounded-control border border-line px-3.5 py-2.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block text-[13px] text-ink-soft">{title}</span>
        <span dir="auto" className="block whitespace-pre-wrap text-[15px]">
          {children}
        </span>
      </span>
    </label>
  )
}
