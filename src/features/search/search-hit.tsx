import Hash from 'lucide-react/icons/hash'
import { memo } from 'react'
import * as messages from '#messages/search.js'
import { Logo } from '~/components/logo'
import { markText } from '~/components/mark-text'
import { Marked } from '~/components/marked'
import type { Hit } from './search-data'
import { rowId } from './use-marked-row'

type Props = {
  hit: Hit
  row: number
  marked: boolean
  text: string
  onMark: (row: number) => void
  onChoose: (hit: Hit) => void
}

/** A row of the search dialog: logo or placeholder, the name with matches marked, and its kind unless it is a tool. */
export const SearchHit = memo(function SearchHit({ hit, row, marked, text, onMark, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field references the marked row by aria-activedescendant.
    <div
      id={rowId(row)}
      role="option"
      aria-selected={marked}
      data-active={marked || undefined}
      onClick={() => onChoose(hit)}
      // Only on movement, not when the list appears below a resting pointer.
      onPointerMove={() => marked || onMark(row)}
      className="grid cursor-pointer scroll-m-2 grid-cols-[32px_1fr_auto] items-center gap-3 rounded-control px-2.5 py-2 font-medium data-active:bg-sunken pointer-coarse:min-h-12"
    >
      <span aria-hidden="true">
        {hit.kind === 'tool' ? <Logo tool={hit} size="row" /> : <CategoryMark />}
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          <Marked parts={markText(hit.name, text)} />
        </span>
        {hit.excerpt && <Excerpt parts={hit.excerpt} />}
      </span>
      {hit.kind === 'category' && (
        <span className="text-[13px] font-normal text-ink-faint">{messages.category}</span>
      )}
    </div>
  )
})

/** The matching text, from shortly before the first match. */
function Excerpt({ parts }: { parts: string[] }) {
  const [before = '', ...others] = parts
  const beginning = before.length > 40 ? `…${before.slice(before.indexOf(' ', before.length - 32))}` : before
  return (
    <span dir="auto" className="block truncate text-[13px] font-normal text-ink-soft">
      <Marked parts={[beginning, ...others]} />
    </span>
  )
}

function CategoryMark() {
  return (
    <span className="logo-box size-8 rounded-[9px] text-ink-faint">
      <Hash size={14} />
    </span>
  )
}
