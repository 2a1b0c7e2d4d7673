import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/audit.js'
import { locale } from '#messages/language.js'
import { DifferenceList } from '~/components/difference-list'
import { ToolLink } from '~/components/ui/tool-link'
import { toMachineTime } from '~/lib/dates'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { Disclosure } from '../disclosure'
import { fieldChangesOf } from './field-changes'
import { type Saved, textIn } from './group-entries'
import { sentenceOf, wordsOf } from './sentence'

const TIME = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

interface Props {
  saved: Saved
  /** The button that takes it back. */
  undo?: ReactNode
}

/** One save: when, who, what, and the difference. */
export function SavedItem({ saved, undo }: Props) {
  const { entry } = saved
  const { who, did, what, rest } = sentenceOf(saved, useSite())
  const differences = fieldChangesOf(saved, useFacts())
  const words = wordsOf(entry)
  return (
    <li className="grid gap-x-5 border-line border-b px-4 py-3.5 last:border-b-0 md:grid-cols-[52px_minmax(0,1fr)] md:px-5">
      <time
        dateTime={toMachineTime(entry.created_at)}
        title={new Date(entry.created_at).toLocaleString(locale)}
        className="pt-px text-[13px] text-ink-faint tabular-nums leading-[1.6]"
      >
        {TIME.format(new Date(entry.created_at))}
      </time>
      <div className="min-w-0">
        <p className="text-[15px]">
          <span dir="auto" className="font-medium">
            {who}
          </span>{' '}
          {did}
          {what !== undefined && (
            <>
              {' '}
              <What saved={saved} name={what} />
            </>
          )}
          {rest}
        </p>
        {words !== undefined && (
          <blockquote
            dir="auto"
            className="mt-1.5 max-w-[58ch] whitespace-pre-line text-pretty quote-bar font-serif text-[17px] leading-[1.45]"
          >
            {words}
          </blockquote>
        )}
        {entry.table_name === 'catalogue_imports' && (
          <p className="mt-1 text-sm">
            <Link to="/admin/audit" search={{ import: entry.row_id }} className="link">
              {messages.whatItChanged}
            </Link>
          </p>
        )}
        {undo}
        {differences.length > 0 &&
          entry.table_name !== 'merges' &&
          (entry.action === 'update' || entry.table_name === 'suspensions' ? (
            <DifferenceList differences={differences} />
          ) : (
            <Disclosure
              summary={entry.action === 'insert' ? messages.initialValues : messages.deletedValues}
              className="mt-1"
            >
              <DifferenceList differences={differences} />
            </Disclosure>
          ))}
      </div>
    </li>
  )
}

/** The name, linked to the page if it still exists. */
function What({ saved: { entry }, name }: { saved: Saved; name: string }) {
  const { subject, subject_slug: slug, table_name, before, after } = entry
  const look = 'font-medium'
  if (!slug || subject !== name)
    return (
      <span dir="auto" className={look}>
        {name}
      </span>
    )
  // A merge is of tools or of categories.
  return table_name === 'categories' || textIn(after ?? before, 'kind') === 'categories' ? (
    <Link
      to="/categories/$slug"
      params={{ slug }}
      dir="auto"
      className={`${look} rounded-md hover:underline`}
    >
      {name}
    </Link>
  ) : (
    <ToolLink slug={slug} className={`${look} rounded-md hover:underline`}>
      {name}
    </ToolLink>
  )
}
