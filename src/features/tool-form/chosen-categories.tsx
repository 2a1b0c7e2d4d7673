import { useState } from 'react'
import * as messages from '#messages/tool-form.js'
import { EntryButtons, useFocusAfterChange } from '~/components/form/entry-buttons'
import { Badge } from '~/components/ui/badge'

type Chosen = { id: string; name: string; missing: boolean }
type Props = { chosen: readonly Chosen[]; onChange: (ids: string[]) => void }

/** The chosen categories in order, each with buttons to move or remove it; changes are announced. */
export function ChosenCategories({ chosen, onChange }: Props) {
  const [said, setSaid] = useState('')
  const { list, focusNext } = useFocusAfterChange<HTMLOListElement>()
  const ids = chosen.map(({ id }) => id)

  function move(from: number, by: -1 | 1) {
    const to = from + by
    const moved = chosen[from]
    if (!moved || to < 0 || to >= ids.length) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, moved.id)
    focusNext(`${by} ${moved.id}`)
    setSaid(messages.categoryMoved({ name: moved.name, place: to + 1, count: ids.length }))
    onChange(next)
  }

  function remove(position: number) {
    const gone = chosen[position]
    if (!gone) return
    const neighbour = chosen[position + 1] ?? chosen[position - 1]
    focusNext(neighbour && `0 ${neighbour.id}`)
    setSaid(messages.categoryRemoved({ name: gone.name }))
    onChange(ids.toSpliced(position, 1))
  }

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {chosen.length > 0 && (
        <ol ref={list} className="card divide-y divide-line shadow-none">
          {chosen.map(({ id, name, missing }, position) => (
            <li key={id} className="flex min-h-12 items-center gap-3 py-1 pe-1.5 ps-4">
              <span aria-hidden="true" className="w-4 shrink-0 text-[13px] text-ink-faint tabular-nums">
                {position + 1}
              </span>
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span dir="auto" className="text-sm leading-snug">
                  {name}
                  {missing && (
                    <span className="block text-[13px] text-bad">{messages.thisCategoryNoLongerExists}</span>
                  )}
                </span>
                {position === 0 && <Badge look="accent">{messages.primary}</Badge>}
              </span>
              <EntryButtons
                id={id}
                name={name}
                isFirst={position === 0}
                isLast={position === chosen.length - 1}
                onMove={(by) => move(position, by)}
                onRemove={() => remove(position)}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
