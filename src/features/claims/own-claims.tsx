import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/claims.js'
import { Ago } from '~/components/ago'
import { Badge } from '~/components/ui/badge'
import { LoadFailure } from '~/components/ui/load-failure'
import { whyOf } from './claim-words'
import { claimQueries } from './claims-data'

const STATES: Readonly<Record<string, string | undefined>> = messages.states

/** What a member claims, below what they sent in; nothing if there is none. */
export function OwnClaims({ userId }: { userId: string }) {
  const { data: claims, error, refetch } = useQuery(claimQueries.mine(userId))
  if (error && !claims) return <LoadFailure error={error} onRetry={refetch} className="mt-14" />
  if (!claims?.length) return null
  return (
    <section aria-labelledby="claims" className="mt-14">
      <h2 id="claims" className="display mb-5 text-[26px]">
        {messages.yourClaims}
      </h2>
      <ul className="border-line border-t">
        {claims.map((claim) => (
          <li key={claim.id} className="border-line border-b py-6">
            <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-[15px]">
              <Link
                to="/claim/$slug"
                params={{ slug: claim.tool_slug }}
                dir="auto"
                className="rounded-md hover:underline"
              >
                {claim.tool_name}
              </Link>
              <Badge look={claim.state === 'proved' ? 'accent' : 'plain'}>{STATES[claim.state]}</Badge>
            </h3>
            <p className="mt-1 text-[13px] text-ink-faint">
              <Ago at={claim.created_at} say={messages.startedAgo} />
            </p>
            {claim.reason && <p className="mt-2 max-w-[58ch] text-[15px]">{whyOf(claim)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
