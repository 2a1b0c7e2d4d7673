import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formerAdministrator } from '#messages/members.js'
import { siteHistory as messages, siteForm } from '#messages/site-settings.js'
import { DifferenceList } from '~/components/difference-list'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadingBox } from '~/components/ui/loading-box'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { toMachineTime } from '~/lib/dates'
import { asList } from '~/lib/name-lists'
import { Disclosure } from '../disclosure'
import { formatDateTime } from '../format-date-time'
import { differencesBetween, settingName } from './setting-words'
import { type OpenedSite, siteFormQueries } from './site-form-data'

const fieldName = (field: string) => settingName(field) ?? field

type Props = {
  userId: string
  known: OpenedSite
  busy: boolean
  /** The form has unpublished changes, which restoring would discard. */
  isUnsaved: boolean
  onRestore: (version: number) => Promise<void>
}

/** The published versions: author, changes, and a button to restore. */
export function SiteHistory({ userId, known, busy, isUnsaved, onRestore }: Props) {
  const id = useId()
  const list = useInfiniteQuery(siteFormQueries.versions(userId))
  const [toRestore, setToRestore] = useState<number | null>(null)
  const versions = list.data?.pages.flat() ?? []

  const restore = (version: number) => (isUnsaved ? setToRestore(version) : void onRestore(version))
  const restoreButton = (version: number) => (
    <Button
      variant="quiet"
      size="sm"
      busy={busy}
      aria-label={messages.restoreNamed({ version })}
      onClick={() => restore(version)}
    >
      {messages.restore}
    </Button>
  )

  return (
    <section aria-labelledby={id} className="mt-14">
      <SectionHeading id={id}>{messages.title}</SectionHeading>
      <p className="mt-1.5 text-ink-soft">{messages.hint}</p>
      {!list.data && (
        <Pending className="mt-5" query={list} skeleton={<LoadingBox className="mt-5 h-20 rounded-card" />} />
      )}
      {list.data && versions.length === 0 && <p className="mt-5 text-ink-faint text-sm">{messages.empty}</p>}
      {versions.length > 0 && (
        <ul className="card mt-5 overflow-hidden">
          {versions.map((entry) => {
            const who = entry.author ?? (entry.created_by ? formerAdministrator : messages.commandLine)
            return (
              <li key={entry.version} className="border-line border-b px-4 py-3.5 last:border-b-0 md:px-5">
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                  <div className="min-w-0">
                    <p className="font-medium text-[15px]">{messages.version({ version: entry.version })}</p>
                    <p className="text-[13px] text-ink-faint">
                      <time dateTime={toMachineTime(entry.created_at)}>
                        {formatDateTime(entry.created_at)}
                      </time>
                      {messages.by({ who })}
                    </p>
                  </div>
                  {entry.version === known.version ? (
                    <Badge look="accent">{messages.current}</Badge>
                  ) : (
                    restoreButton(entry.version)
                  )}
                </div>
                <Disclosure
                  summary={messages.changed({ fields: asList(entry.changed.map(fieldName)) })}
                  className="mt-1"
                >
                  <DifferenceList differences={differencesBetween(entry)} />
                </Disclosure>
              </li>
            )
          })}
          {!list.hasNextPage && (
            <li className="flex items-center justify-between gap-4 px-4 py-3.5 md:px-5">
              <p className="text-[15px] text-ink-soft">{messages.defaults}</p>
              {known.version !== 0 && restoreButton(0)}
            </li>
          )}
        </ul>
      )}
      <MoreButton list={list} className="mt-4" />
      {toRestore !== null && (
        <ConfirmDialog
          title={messages.restoreQuestion({ version: toRestore })}
          description={messages.restoreEffect}
          cancel={siteForm.keepEditing}
          confirm={messages.restore}
          onCancel={() => setToRestore(null)}
          onConfirm={() => {
            setToRestore(null)
            void onRestore(toRestore)
          }}
        />
      )}
    </section>
  )
}
