import { type ReactNode, useId, useRef, useState } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as messages from '#messages/audit.js'
import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { DateInput } from '~/components/ui/date-input'
import { Select } from '~/components/ui/select'
import { useSite } from '~/lib/site-data'
import { type Text, textOf } from '~/lib/texts'
import {
  type AuditKind,
  type AuditSearch,
  isNarrowed,
  KIND_NAMES,
  readAuditSearch,
  WHOLE_LOG,
} from './audit-search'

type Props = {
  search: AuditSearch
  /** Undefined while loading. */
  actors: readonly { id: string; name: string | null }[] | undefined
  onChange: (change: AuditSearch) => void
}

/** Filters of the log beside its search: subject, actor and dates. An empty choice does not filter. */
export function AuditFilters({ search, actors = [], onChange }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const site = useSite()
  const { search: _, ...narrowing } = search
  const count = Object.values(narrowing).filter((value) => value !== undefined).length
  return (
    <>
      <Button
        variant="quiet"
        size="lg"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="md:hidden"
      >
        {count === 0 ? messages.filters : messages.filtersCount({ count })}
      </Button>
      <div
        id={id}
        className={`grid w-full grid-cols-2 items-end gap-3 md:flex ${open ? '' : 'max-md:hidden'}`}
      >
        <Choice
          label={messages.about}
          value={search.kind ?? ''}
          onChoose={(kind) => onChange({ kind: readAuditSearch({ kind }).kind })}
        >
          <option value="">{messages.everything}</option>
          {KIND_NAMES.map((name) => (
            <option key={name} value={name}>
              {textOf(KINDS[name], site)}
            </option>
          ))}
        </Choice>
        <Choice
          label={messages.by}
          value={search.by ?? ''}
          onChoose={(by) => onChange({ by: readAuditSearch({ by }).by })}
        >
          <option value="">{messages.everyone}</option>
          {actors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? messages.formerAdministrator({ id: id.slice(0, 4) })}
            </option>
          ))}
        </Choice>
        <Day
          label={messages.from}
          value={search.from}
          max={search.to}
          onChoose={(from) => onChange({ from: readAuditSearch({ from }).from })}
        />
        <Day
          label={messages.to}
          value={search.to}
          min={search.from}
          onChoose={(to) => onChange({ to: readAuditSearch({ to }).to })}
        />
        {isNarrowed(search) && (
          <Button variant="ghost" size="lg" onClick={() => onChange(WHOLE_LOG)} className="max-md:col-span-2">
            {common.clear}
          </Button>
        )}
      </div>
    </>
  )
}

const KINDS: Readonly<Record<AuditKind, Text>> = {
  ...messages.kinds,
  ...{ tools: common.itemsTitle, categories: common.categories, recommendations: common.recommendations },
  ...{ submissions: heads.submissions, site: heads.siteSettings },
}

const FIELD = 'grid min-w-0 gap-1.5 text-[13px] text-ink-faint md:flex-1'

function Choice({
  label,
  value,
  onChoose,
  children,
}: {
  label: string
  value: string
  onChoose: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={FIELD}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {children}
      </Select>
    </div>
  )
}

function Day({
  label,
  value = '',
  min,
  max,
  onChoose,
}: {
  label: string
  value?: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChoose: (value: string) => void
}) {
  const id = useId()
  const isTyping = useRef(false)
  // What is being typed counts after Enter or on leaving the field: every digit of a year makes a date.
  const [draft, setDraft] = useState<string>()
  function commit() {
    isTyping.current = false
    setDraft(undefined)
    if (draft !== undefined && draft !== value) onChoose(draft)
  }
  return (
    <div className={FIELD}>
      <label htmlFor={id}>{label}</label>
      <DateInput
        id={id}
        shown={draft ?? value}
        value={draft ?? value}
        min={min}
        max={max}
        onKeyDown={({ key }) => {
          isTyping.current = true
          if (key === 'Enter') commit()
        }}
        onBlur={commit}
        onChange={({ currentTarget }) =>
          isTyping.current ? setDraft(currentTarget.value) : onChoose(currentTarget.value)
        }
        className="px-3 md:text-sm"
      />
    </div>
  )
}
