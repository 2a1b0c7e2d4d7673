import type { User } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as messages from '#messages/claims.js'
import * as common from '#messages/common.js'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { failureText } from '~/lib/errors'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { reported } from '~/lib/reported'
import { useSite } from '~/lib/site-data'
import type { ClaimedTool } from './claim-page'
import { whyOf } from './claim-words'
import { type ClaimMethod, claimMutation, METHODS, type OwnClaim } from './claims-data'

type Props = { user: User; tool: ClaimedTool; claim: OwnClaim | undefined }

/** How it is proved: one of three ways, and how far it has come. */
export function ClaimProof({ user, tool, claim }: Props) {
  const site = useSite()
  const { mutate, mutateAsync, isPending, error } = useMutation(claimMutation(user.id))
  const [isChoosing, setChoosing] = useState(!claim)
  const failure = error && !isPending && <FormAlert>{failureText(error, site)}</FormAlert>

  /** The pressed button goes with the step it is of. */
  function choose(choosing: boolean) {
    setChoosing(choosing)
    focusOnceLost(() => document.getElementById('content'))
  }

  if (!claim || isChoosing)
    return (
      <>
        <Choice
          tool={tool}
          start={claim}
          busy={isPending}
          onChosen={reported(async (method, email) => {
            await mutateAsync({ act: 'start', toolId: tool.id, method, ...(email && { email }) })
            choose(false)
          })}
        />
        {failure}
      </>
    )
  const isChecking = claim.state === 'checking'
  const why = whyOf(claim)
  return (
    <>
      {claim.method !== 'email' && <Instructions claim={claim} url={tool.website_url} />}
      {isChecking && (
        <FormAlert tone="note">{claim.method === 'email' ? messages.sending : messages.checking}</FormAlert>
      )}
      {claim.state === 'mailed' && (
        <FormAlert tone="good">{messages.mailed({ email: claim.email ?? '' })}</FormAlert>
      )}
      {why && <FormAlert tone={claim.state === 'failed' ? 'bad' : 'note'}>{why}</FormAlert>}
      {failure}
      <div className="flex flex-wrap gap-2.5">
        {claim.method !== 'email' && (
          <Button size="lg" busy={isPending} onClick={() => mutate({ act: 'check', id: claim.id })}>
            {messages.check}
          </Button>
        )}
        <Button size="lg" variant="quiet" onClick={() => choose(true)}>
          {messages.otherWay}
        </Button>
      </div>
    </>
  )
}

type ChoiceProps = {
  tool: ClaimedTool
  start: OwnClaim | undefined
  busy: boolean
  onChosen: (method: ClaimMethod, email: string | undefined) => void
}

function Choice({ tool, start, busy, onChosen }: ChoiceProps) {
  const site = useSite()
  const [method, setMethod] = useState<ClaimMethod>(METHODS.find((each) => each === start?.method) ?? 'tag')
  const [email, setEmail] = useState(start?.email ?? '')
  // The database accepts addresses that no browser reads, with port 99999 for example.
  const host = URL.parse(tool.website_url)?.hostname.replace(/^www\./, '') ?? tool.website_url

  function send(event: FormEvent) {
    event.preventDefault()
    onChosen(method, method === 'email' ? email : undefined)
  }

  return (
    <form onSubmit={send} noValidate>
      <fieldset disabled={busy} className="grid gap-6">
        <p className="text-[17px] text-ink-soft text-pretty">
          {site.claims === 'at_once' ? messages.introAtOnce : messages.introQueue}
        </p>
        <fieldset>
          <legend className="mb-2 font-medium text-sm">{messages.how}</legend>
          <div className="grid gap-2">
            {METHODS.map((value) => (
              <label
                key={value}
                className="flex items-start gap-2.5 rounded-control border border-line bg-surface px-3.5 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="method"
                  value={value}
                  checked={method === value}
                  onChange={() => setMethod(value)}
                  className="mt-0.5 size-4.5 shrink-0 accent-accent"
                />
                <span>
                  <span className="block font-medium text-[15px]">{messages.methods[value].name}</span>
                  <span className="block text-[13px] text-ink-soft">
                    {messages.methods[value].effect({ host })}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {method === 'email' && (
          <FormField label={messages.email} hint={messages.emailHint({ host })}>
            {(wiring) => (
              <Input
                {...wiring}
                type="email"
                name="email"
                autoComplete="email"
                value={email}
                onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              />
            )}
          </FormField>
        )}
        <Button type="submit" size="lg" busy={busy} className="justify-self-start">
          {method === 'email' ? messages.sendLink : common.goOn}
        </Button>
      </fieldset>
    </form>
  )
}

/** What to put where, to be copied. */
function Instructions({ claim: { method, token, host }, url }: { claim: OwnClaim; url: string }) {
  const text = method === 'tag' ? `<meta name="maker-claim" content="${token}">` : `maker-claim=${token}`
  return (
    <div className="grid gap-2">
      <p>{method === 'tag' ? messages.putTag({ url }) : messages.putRecord({ host })}</p>
      <pre
        dir="ltr"
        className="wrap-anywhere whitespace-pre-wrap rounded-control border border-line bg-surface px-3.5 py-3 text-[13px]"
      >
        <code>{text}</code>
      </pre>
      <p className="text-[13px] text-ink-faint">{messages.mayRemove}</p>
    </div>
  )
}
