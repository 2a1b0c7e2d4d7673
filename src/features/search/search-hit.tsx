import { Command } from 'cmdk'
import Hash from 'lucide-react/icons/hash'
import { LogoImage } from '~/components/logo-image'
import type { Hit } from './search-data'
import { splitMatch } from './split-match'

type Props = { hit: Hit; text: string; onChoose: (hit: Hit) => void }

const LABELS = { tool: 'Tool', category: 'Category' }

/** A row of the search dialog: logo or placeholder, the name with what matched marked, and what it is. */
export function SearchHit({ hit, text, onChoose }: Props) {
  return (
    <Command.Item
      value={`${hit.kind} ${hit.id}`}
      onSelect={() => onChoose(hit)}
      className="grid cursor-pointer scroll-m-2 grid-cols-[32px_1fr_auto] items-center gap-3 rounded-control px-2.5 py-2 font-medium data-[selected=true]:bg-sunken pointer-coarse:min-h-12"
    >
      <span
        className="grid size-8 place-items-center overflow-hidden rounded-[9px] border border-line bg-surface text-[11px] text-ink-faint"
        aria-hidden="true"
      >
        <Mark hit={hit} />
      </span>
      <span dir="auto" className="min-w-0 truncate">
        <Name name={hit.name} text={text} />
      </span>
      <span className="text-[13px] font-normal text-ink-faint">{LABELS[hit.kind]}</span>
    </Command.Item>
  )
}

function Mark({ hit: { kind, logo } }: { hit: Hit }) {
  if (kind === 'category') return <Hash size={14} />
  return (
    <LogoImage logo={logo} pixels={32} eager>
      <img src="/tool.svg" alt="" width={32} height={32} />
    </LogoImage>
  )
}

function Name({ name, text }: { name: string; text: string }) {
  const parts = splitMatch(name, text)
  if (!parts) return name
  const [before, match, after] = parts
  return (
    <>
      {before}
      <mark className="bg-transparent text-accent">{match}</mark>
      {after}
    </>
  )
}
