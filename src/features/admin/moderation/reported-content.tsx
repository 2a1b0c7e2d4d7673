import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import { Ago } from '~/components/ago'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { SectionTitle } from '~/components/ui/section-title'
import { PersonButton } from './person-button'
import { ReasonChoice } from './reason-choice'
import { decideContentMutation, type ReportedContent, reportedContentQuery } from './reported-content-data'

type Props = { userId: string; onPerson: (username: string) => void }

/** Lists of members and answers of makers that were reported, and those decided last; nothing if there are none. */
export function ReportedContentSection({ userId, onPerson }: Props) {
  const { data, error, refetch } = useQuery(reportedContentQuery(userId))
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />
  if (!data?.length) return null
  return (
    <section aria-labelledby="reported-content">
      <SectionTitle id="reported-content">{inbox.reportedContent}</SectionTitle>
      <ul className="card mt-3 divide-y divide-line">
        {data.map((content) => (
          <Row key={content.id} content={content} userId={userId} onPerson={onPerson} />
        ))}
      </ul>
    </section>
  )
}

function Row({ content, userId, onPerson }: Props & { content: ReportedContent }) {
  const { kind, id, name, place, username, said, said_then, reasons, reported_at, decision } = content
  const { mutate, isPending } = useMutation(decideContentMutation(userId))
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const button = (next: 'hidden' | 'kept' | 'undone', label: string) => (
    <Button
      variant="quiet"
      size="sm"
      busy={isPending}
      onClick={() =>
        mutate({
          ...{ kind, subject_id: id, decision: next, seen: said },
          ...(next === 'hidden' && reason && { reason }),
        })
      }
      aria-label={inbox.aboutContent({ act: label, name })}
    >
      {label}
    </Button>
  )
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {kind === 'list' ? (
            <Link to="/lists/$address" params={{ address: place }} dir="auto" className="link wrap-anywhere">
              {name}
            </Link>
          ) : (
            <Link to="/tools/$slug" params={{ slug: place }} dir="auto" className="link wrap-anywhere">
              {inbox.answerAbout({ name })}
            </Link>
          )}
          <PersonButton username={username} onPerson={onPerson} />
          <Ago at={reported_at} className="text-[13px] text-ink-faint" />
          {decision && <Badge>{decision === 'hidden' ? inbox.contentHidden : inbox.contentKept}</Badge>}
        </p>
        {kind === 'answer' && <Words text={said} />}
        {said_then && (
          <>
            <p className="mt-2 font-medium text-[13px] text-ink-faint">{inbox.saidThen}</p>
            <Words text={said_then} />
          </>
        )}
        <ul className="mt-2 grid gap-1 text-ink-soft text-sm">
          {reasons.map((given, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reports have no id, and their order stays.
            <li key={nth} dir="auto" className="whitespace-pre-line">
              {given}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap content-start gap-2">
        {decision ? (
          button('undone', common.undo)
        ) : (
          <>
            <Button variant="ghost" size="sm" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
              {inbox.addReason}
            </Button>
            {button('kept', inbox.keepContent)}
            {button('hidden', inbox.hideContent)}
          </>
        )}
      </div>
      {isAsked && !decision && (
        <div className="col-span-full border-line border-t pt-3">
          <ReasonChoice reason={reason} onReason={setReason} />
        </div>
      )}
    </li>
  )
}

const Words = ({ text }: { text: string }) => (
  <blockquote dir="auto" className="mt-2 max-w-[62ch] whitespace-pre-line quote-bar">
    {text}
  </blockquote>
)
