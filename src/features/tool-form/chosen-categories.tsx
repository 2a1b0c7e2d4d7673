import { useLayoutEffect, useRef, useState } from 'react'
import * as messages from '#messages/tool-form.js'
import { Badge } from '~/components/ui/badge'
import { Icon, type IconName } from '~/components/ui/icon'

type Chosen = { id: string; name: string; missing: boolean }
type Props = { chosen: readonly Chosen[]; onChange: (ids: string[]) => void }

/** The chosen categories in order, each with buttons to move or remove it; changes are announced. */
export function ChosenCategories({ chosen, onChange }: Props) {
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<string | null>(null)
  const ids = chosen.map(({ id }) => id)

  // Browsers drop the focus when an element is moved or removed.
  useLayoutEffect(() => {
    if (pressed.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-action="${pressed.current}"]`)?.focus()
    pressed.current = null
  })

  function move(from: number, by: -1 | 1) {
    const to = from + by
    const moved = chosen[from]
    if (!moved || to < 0 || to >= ids.length) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, moved.id)
    pressed.current = `${by} ${moved.id}`
    setSaid(messages.categoryMoved({ name: moved.name, place: to + 1, count: ids.length }))
    onChange(next)
  }

  function remove(position: number) {
    const gone = chosen[position]
    if (!gone) return
    const neighbour = chosen[position + 1] ?? chosen[position - 1]
    if (neighbour) pressed.current = `0 ${neighbour.id}`
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
              <span dir="auto" className="min-w-0 flex-1 text-sm leading-snug">
                {name}
                {missing && (
                  <span className="block text-[13px] text-bad">{messages.thisCategoryNoLongerExists}</span>
                )}
              </span>
              {position === 0 && <Badge look="accent">{messages.primary}</Badge>}
              <span className="flex shrink-0">
                <Small
                  icon="up"
                  label={messages.moveUp({ name })}
                  action={`-1 ${id}`}
                  idle={position === 0}
                  onPress={() => move(position, -1)}
                />
                <Small
                  icon="lower"
                  label={messages.moveDown({ name })}
                  action={`1 ${id}`}
                  idle={position === chosen.length - 1}
                  onPress={() => move(position, 1)}
                />
                <Small
                  icon="close"
                  label={messages.removeNamed({ name })}
                  action={`0 ${id}`}
                  onPress={() => remove(position)}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

type SmallProps = { icon: IconName; label: string; action: string; idle?: boolean; onPress: () => void }

/** `idle` looks disabled but keeps the focus: the category at the end of the list may be moved again. */
function Small({ icon, label, action, idle = false, onPress }: SmallProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={idle || undefined}
      data-action={action}
      onClick={onPress}
      className="grid size-9 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-35 aria-disabled:hover:bg-transparent pointer-coarse:size-11"
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
