import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as messages from '#messages/claims.js'
import * as common from '#messages/common.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { SectionTitle } from '~/components/ui/section-title'
import { formatDay } from '~/lib/dates'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { claimMutation, claimQueries } from './claims-data'

/** Who proved to make a tool, for editors: they end what they have reason to doubt. */
export function Makers({ userId, toolId }: { userId: string; toolId: string }) {
  const site = useSite()
  const query = useQuery(claimQueries.makers(userId, toolId))
  const { mutate, isPending, error } = useMutation(claimMutation(userId))
  const [toRevoke, setToRevoke] = useState<{ id: string; username: string } | null>(null)
  const makers = query.data
  if (query.error && !makers)
    return <LoadFailure error={query.error} onRetry={query.refetch} className="mt-14" />
  if (!makers?.length) return null
  return (
    <section aria-labelledby="makers" className="mt-14 in-[:has([data-skeleton=form])]:hidden">
      <SectionTitle id="makers">{common.makers}</SectionTitle>
      {error && !isPending && <FormAlert>{failureText(error, site)}</FormAlert>}
      <ul className="mt-3 border-line border-t">
        {makers.map((maker) => (
          <li
            key={maker.id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3"
          >
            <span>
              <span dir="auto" className="font-medium">
                @{maker.username}
              </span>
              <span className="block text-[13px] text-ink-faint">
                {messages.provedBy({
                  method: maker.email ?? messages.methods[maker.method === 'tag' ? 'tag' : 'record'].name,
                  day: formatDay(maker.since),
                })}
              </span>
            </span>
            <Button
              variant="quiet"
              size="sm"
              busy={isPending}
              aria-label={messages.revokeNamed({ name: maker.username })}
              onClick={() => setToRevoke(maker)}
            >
              {messages.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {toRevoke && (
        <ConfirmDialog
          title={messages.revokeQuestion({ name: toRevoke.username })}
          description={messages.revokeEffect}
          confirm={messages.revoke}
          onCancel={() => setToRevoke(null)}
          onConfirm={() => {
            setToRevoke(null)
            mutate({ act: 'revoke', id: toRevoke.id })
          }}
        />
      )}
    </section>
  )
}
