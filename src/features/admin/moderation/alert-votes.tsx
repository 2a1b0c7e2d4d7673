import { useState } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { Reason } from '~/components/reason'
import { Badge } from '~/components/ui/badge'
import { ago } from '~/lib/ago'
import { inWords } from '~/lib/name-lists'
import { SelectBox } from '../select-box'
import type { Selection } from '../use-selection'
import type { AlertVote } from './alerts-data'
import { PersonButton } from './person-button'

type Row = AlertVote & { id: string; name: string }

type Props = {
  rows: readonly Row[]
  showsLikeness: boolean
  selection: Selection<Row> | undefined
  onPerson: (username: string) => void
}

/** Rows before the list is shown in full. */
const SHOWN = 6

/** The recommendations of an alert: by whom, since when they are members, and how alike they are. */
export function AlertVotes({ rows, showsLikeness, selection, onPerson }: Props) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? rows : rows.slice(0, SHOWN)
  return (
    <>
      <ul className="border-line border-t">
        {shown.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-line border-b px-4 py-2.5 last:border-b-0 md:grid-cols-[auto_minmax(0,12rem)_minmax(0,1fr)_minmax(0,13rem)] md:gap-x-4 md:px-5"
          >
            <div className="w-4.5 pt-0.5">{selection && <SelectBox row={row} selection={selection} />}</div>
            <div className="min-w-0 text-[13px] text-ink-faint leading-5">
              <p className="flex flex-wrap items-center gap-x-2 text-[14px]">
                <PersonButton username={row.username} onPerson={onPerson} />
                {row.not_counted && <Badge>{inbox.notCounted}</Badge>}
              </p>
              <p>{inbox.joined({ ago: ago(row.joined_at) })}</p>
            </div>
            <div className={`min-w-0 max-md:col-start-2 ${row.not_counted ? 'opacity-70' : ''}`}>
              <Reason size="aside" reason={row.reason} className="mt-0!">
                {row.void_reason !== null && <span dir="auto">{row.void_reason}</span>}
              </Reason>
            </div>
            <ul className="text-[13px] text-ink-faint leading-5 max-md:col-start-2">
              <li title={row.others.length > 0 ? inWords(row.others) : undefined}>
                {inbox.otherRecommendations({ count: row.other_count })}
              </li>
              {showsLikeness && row.same_text > 1 && <li>{inbox.sameText({ count: row.same_text })}</li>}
              {showsLikeness && row.same_network > 1 && (
                <li>{inbox.sameNetwork({ count: row.same_network })}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="link mx-4 mb-2.5 min-h-6 text-[13px] md:mx-5 pointer-coarse:min-h-11"
        >
          {isOpen ? messages.showFewer : inbox.showAll({ count: rows.length })}
        </button>
      )}
    </>
  )
}
