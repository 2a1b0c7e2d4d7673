import { useRef } from 'react'
import * as messages from '#messages/admin.js'
import type { Selection } from './use-selection'

/** With the shift key it selects, or not, all rows between. */
export function SelectBox<Row>({
  row,
  selection: { isSelected, onSelect, nameOf },
}: {
  row: Row
  selection: Selection<Row>
}) {
  const withShift = useRef(false)
  return (
    <label className="relative z-1 -m-2 grid shrink-0 place-items-center p-2 pointer-coarse:size-11">
      <input
        type="checkbox"
        data-select=""
        aria-label={messages.selectNamed({ name: nameOf(row) })}
        checked={isSelected(row)}
        onClick={({ shiftKey }) => {
          withShift.current = shiftKey
        }}
        onChange={() => onSelect(row, withShift.current)}
        className="size-4.5 accent-accent"
      />
    </label>
  )
}
