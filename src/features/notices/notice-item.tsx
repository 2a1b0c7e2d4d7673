import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { factNames } from '#messages/facts.js'
import * as messages from '#messages/notices.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { Ago } from '~/components/ago'
import { Button } from '~/components/ui/button'
import { takesDown } from '~/lib/moderation-states'
import { inWords } from '~/lib/name-lists'
import { OWN_RECOMMENDATION } from '~/lib/own-recommendation'
import type { Notice } from './notices-data'

/** What a kind means, in the reader's language. One that a later version wrote says nothing but its tool. */
const KINDS: Record<string, string | undefined> = messages.kinds

const FIELDS: Record<string, string | undefined> = { ...toolFieldNames, ...factNames }

/** What was changed about a saved tool is named, as far as this page has names for it. */
function sentenceOf({ kind, details }: Notice): string | undefined {
  const given = typeof details === 'object' && details !== null && 'fields' in details ? details.fields : []
  const fields = Array.isArray(given) ? given.flatMap((field) => FIELDS[String(field)] ?? []) : []
  return fields.length > 0 ? messages.changedFields({ fields: inWords(fields) }) : KINDS[kind]
}

/** Where the member sees more, or may do something about it: an appeal, another submission, a new password. */
function placeOf(kind: string): { tab?: 'upvotes' | 'submissions'; label: string } | undefined {
  const [about, outcome] = kind.split('_')
  if (about === 'recommendation' && (outcome === 'hidden' || outcome === 'uncounted' || takesDown(outcome)))
    return { tab: 'upvotes', label: messages.seeUpvotes }
  if (/^(submission|correction|claim)_/.test(kind))
    return { tab: 'submissions', label: messages.seeSubmissions }
  return kind === 'signed_in' ? { label: messages.seeSignIn } : undefined
}

type Props = { notice: Notice; onRead: () => void }

/** One notice: about which tool, what happened, why and when. Following its link marks it as read. */
export function NoticeItem({ notice, onRead }: Props) {
  const { kind, tool_name: name, tool_slug: slug, reason, created_at, read_at } = notice
  const follow = read_at ? undefined : onRead
  const place = placeOf(kind)
  return (
    <li className="relative grid gap-x-6 gap-y-3 border-line border-b py-5 ps-5 md:grid-cols-[minmax(0,1fr)_auto]">
      {!read_at && (
        <span className="absolute start-0 top-[27px] rounded-full border-4 border-accent">
          <span className="sr-only">{messages.unread}</span>
        </span>
      )}
      <article>
        <h3 className="font-medium text-[15px]" dir="auto">
          {slug ? (
            <Link
              to="/tools/$slug"
              params={{ slug }}
              hash={kind === 'recommendation_answered' ? OWN_RECOMMENDATION : undefined}
              onClick={follow}
              className="rounded-md hover:underline"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <p className={`mt-1 ${read_at ? 'text-ink-soft' : ''}`}>{sentenceOf(notice)}</p>
        <Places details={notice.details} onFollow={follow} />
        {reason && (
          <p dir="auto" className="mt-2 max-w-[58ch] whitespace-pre-line quote-bar text-ink-soft">
            {reason}
          </p>
        )}
        <p className="byline mt-1.5 text-[13px] text-ink-faint">
          <Ago at={created_at} />
          {place && (
            <span>
              <Link to="/profile" search={{ tab: place.tab }} onClick={follow} className="link">
                {place.label}
              </Link>
            </span>
          )}
        </p>
      </article>
      {!read_at && (
        <Button
          variant="quiet"
          size="sm"
          onClick={onRead}
          aria-label={messages.markReadAbout({ name })}
          className="justify-self-start"
        >
          {messages.markRead}
        </Button>
      )}
    </li>
  )
}

/** Where something is new, of what the member follows. */
function Places({ details, onFollow }: { details: Notice['details']; onFollow: (() => void) | undefined }) {
  const places = placesSchema.safeParse(details)
  if (!places.success) return null
  return (
    <ul className="mt-1.5 grid gap-1 text-sm">
      {places.data.places.map(({ name, path, tools }) => (
        <li key={path}>
          <Link to={path} onClick={onFollow} dir="auto" className="link target">
            {messages.newIn({ name, count: tools })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const placesSchema = z.object({
  places: z.array(z.object({ name: z.string(), path: z.string(), tools: z.number() })),
})
