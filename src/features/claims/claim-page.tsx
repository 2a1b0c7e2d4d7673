import type { User } from '@supabase/auth-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as messages from '#messages/claims.js'
import { FormSkeleton, Loaded } from '~/components/form/form-states'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { ToolLink } from '~/components/ui/tool-link'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { formatDay } from '~/lib/dates'
import { servesItsBackend } from '~/lib/environment'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { ClaimProof } from './claim-proof'
import { claimMutation, claimQueries, type OwnClaim } from './claims-data'
import { Makers } from './makers'

type Props = {
  user: User
  slug: string
  /** Of the email that was opened. */
  link: string | undefined
}

/** A member proves that they make a tool. */
export function ClaimPage({ user, slug, link }: Props) {
  const site = useSite()
  const { data: role } = useQuery(adminStatusQuery(user.id))
  const query = useQuery(claimQueries.tool(slug))
  const tool = query.data
  const isOpen = site.claims !== 'nobody' && servesItsBackend()

  return (
    <div className="wrap pt-10 pb-24 md:pt-16">
      <div className="max-w-[680px]">
        <h1 className="display text-[34px] md:text-[44px]">{messages.title(site)}</h1>
        <p className="mt-3 min-h-lh text-[17px] pointer-coarse:min-h-11">
          {tool && (
            <ToolLink slug={slug} className="link target font-medium text-ink">
              {tool.name}
            </ToolLink>
          )}
        </p>
        <div className="mt-4 grid gap-6">
          {isOpen ? (
            <Loaded
              query={query}
              skeleton={<FormSkeleton fields={2} />}
              missing={<EmptyState title={messages.toolMissing(site)} />}
            >
              {(tool) => <OwnClaimOf user={user} tool={tool} slug={slug} link={link} />}
            </Loaded>
          ) : (
            <EmptyState title={messages.claimErrors.claimsClosed} />
          )}
        </div>
        {tool && (role === 'administrator' || role === 'editor') && (
          <Makers userId={user.id} toolId={tool.id} />
        )}
      </div>
    </div>
  )
}

export type ClaimedTool = { id: string; name: string; website_url: string }

function OwnClaimOf({ user, tool, slug, link }: Props & { tool: ClaimedTool }) {
  const site = useSite()
  const claims = useQuery(claimQueries.mine(user.id, tool.id))
  const { mutate, isPending, error } = useMutation(claimMutation(user.id))
  const [isGivingUp, setGivingUp] = useState(false)
  if (!claims.data) return <Pending query={claims} skeleton={<FormSkeleton fields={2} />} />
  const [claim] = claims.data
  const failure = error && !isPending && <FormAlert>{failureText(error, site)}</FormAlert>
  if (claim?.state === 'mailed' && link !== undefined)
    return (
      <>
        {failure}
        <Button
          size="lg"
          busy={isPending}
          className="justify-self-start"
          onClick={() => mutate({ act: 'confirm', id: claim.id, link })}
        >
          {messages.confirm({ name: tool.name })}
        </Button>
      </>
    )
  if (claim?.state !== 'proved')
    return <ClaimProof key={claim?.id} user={user} tool={tool} claim={current(claim)} />
  return (
    <>
      <FormAlert tone="good">
        {messages.proved({ day: formatDay(claim.proved_at ?? claim.created_at) })}
      </FormAlert>
      {failure}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Link to="/suggest/$slug" params={{ slug }} className="link target">
          {messages.changeFacts}
        </Link>
        <Button variant="quiet" size="sm" busy={isPending} onClick={() => setGivingUp(true)}>
          {messages.giveUp}
        </Button>
      </div>
      {isGivingUp && (
        <ConfirmDialog
          title={messages.giveUpQuestion}
          description={messages.giveUpEffect(site)}
          confirm={messages.giveUp}
          onCancel={() => setGivingUp(false)}
          onConfirm={() => {
            setGivingUp(false)
            mutate({ act: 'giveUp', id: claim.id })
          }}
        />
      )}
    </>
  )
}

/** What has ended is in the profile; one begins anew. */
const current = (claim: OwnClaim | undefined) => (claim?.state === 'ended' ? undefined : claim)
