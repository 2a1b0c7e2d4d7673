import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { siteInvitations as messages } from '#messages/site-settings.js'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { LoadingBox } from '~/components/ui/loading-box'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { formatDay } from '~/lib/dates'
import { getEnvironment, servesItsBackend } from '~/lib/environment'
import { errorMessage } from '~/lib/errors'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import { type Invitation, inviteMutation, revokeInvitationMutation, siteFormQueries } from './site-form-data'

/** Addresses that may sign up. Not part of a version: inviting takes effect at once. */
export function Invitations({ userId }: { userId: string }) {
  const list = useInfiniteQuery(siteFormQueries.invitations(userId))
  const inviting = useMutation(inviteMutation(userId))
  const revoking = useMutation(revokeInvitationMutation(userId))
  const invitations = list.data?.pages.flat()
  const [address, setAddress] = useState('')
  const field = useRef<HTMLInputElement>(null)

  async function invite() {
    const wanted = address.trim()
    if (wanted === '' || inviting.isPending) return
    // Shown at the field.
    const isNew = await inviting.mutateAsync(wanted).catch(() => undefined)
    if (isNew === undefined) return
    // Not what has been typed meanwhile.
    setAddress((now) => (now.trim() === wanted ? '' : now))
    if (isNew) notify.success(messages.invited({ address: wanted }))
    else notify.info(messages.invitedBefore({ address: wanted }))
  }

  async function revoke(invited: string, button: HTMLElement) {
    const row = button.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    try {
      await revoking.mutateAsync(invited)
    } catch {
      return // Shown in a toast.
    }
    notify.success(messages.revoked({ address: invited }))
    focusOnceLost(() => neighbour?.querySelector('button') ?? field.current)
  }

  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <FormField
        label={messages.address}
        hint={servesItsBackend() ? messages.hint : messages.hostedHint}
        error={inviting.error ? errorMessage(inviting.error) : undefined}
      >
        {(wiring) => (
          <div className="flex gap-2">
            <Input
              {...wiring}
              ref={field}
              value={address}
              onChange={({ target }) => {
                setAddress(target.value)
                inviting.reset()
              }}
              // Must not submit the settings form around it.
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                void invite()
              }}
              placeholder={messages.placeholder}
              autoComplete="off"
              autoCapitalize="none"
              inputMode="email"
            />
            <Button variant="quiet" size="lg" busy={inviting.isPending} onClick={invite}>
              {inviting.isPending ? messages.inviting : messages.invite}
            </Button>
          </div>
        )}
      </FormField>
      {!servesItsBackend() && (
        <p className="mt-3 text-[13px] text-ink-soft">
          {messages.notMailed} <code className="select-all">{signUpLink()}</code>
        </p>
      )}
      <div className="mt-4">
        {!list.data && <Pending query={list} skeleton={<LoadingBox className="h-11" />} />}
        {invitations?.length === 0 && <p className="text-[13px] text-ink-faint">{messages.empty}</p>}
        {invitations && invitations.length > 0 && (
          <ul aria-label={messages.title} className="max-h-80 overflow-y-auto">
            {invitations.map((invitation) => (
              <li
                key={invitation.address}
                className="flex items-center justify-between gap-3 border-line border-t py-2 first:border-t-0"
              >
                <p className="min-w-0 text-sm">
                  {invitation.address}
                  <span className="block text-[13px] text-ink-faint">{stateOf(invitation)}</span>
                </p>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={messages.revokeNamed({ address: invitation.address })}
                  busy={revoking.isPending && revoking.variables === invitation.address}
                  onClick={({ currentTarget }) => revoke(invitation.address, currentTarget)}
                >
                  {messages.revoke}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <MoreButton list={list} className="mt-3" />
      </div>
    </div>
  )
}

const signUpLink = () => `${getEnvironment().publicUrl}/register`

function stateOf({ address, joined_at, mailed_at, created_at }: Invitation): string {
  if (address.startsWith('@')) return messages.domain
  if (joined_at) return messages.joined({ day: formatDay(joined_at) })
  return mailed_at
    ? messages.mailed({ day: formatDay(mailed_at) })
    : messages.waiting({ day: formatDay(created_at) })
}
