import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import { invalidUrl } from '#messages/rules.js'
import { toolForm } from '#messages/tool-form.js'
import { isWebAddress } from '#shared/catalogue-rules.ts'
import { TOOL } from '#shared/tool-fields.ts'
import { readProposed } from '~/components/contributions/proposed-changes'
import { FormSkeleton, Loaded } from '~/components/form/form-states'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Input } from '~/components/ui/input'
import { failureText } from '~/lib/errors'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { contributionQueries, type ToolAt } from './contribution-data'
import { keepDraft, readDraft } from './contribution-draft'
import { ContributionPage, WhoMay } from './contribution-page'
import { contributionValues } from './contribution-values'
import { SubmissionForm } from './submission-form'
import { ToolsAt } from './tools-at'

type Props = { user: User; edit: string | undefined; onSent: () => void; onCancel: () => void }

/** A member sends in a tool: its address first, so that nobody writes of one that is listed. */
export function SubmitPage({ user, edit, onSent, onCancel }: Props) {
  const site = useSite()
  return (
    <ContributionPage
      title={edit === undefined ? common.submitNew(site) : messages.changeSubmission}
      intro={messages.submitIntro}
    >
      <WhoMay user={user}>
        {edit === undefined ? (
          <NewSubmission userId={user.id} onSent={onSent} />
        ) : (
          <ChangedSubmission userId={user.id} id={edit} onSent={onSent} onCancel={onCancel} />
        )}
      </WhoMay>
    </ContributionPage>
  )
}

function NewSubmission({ userId, onSent }: { userId: string; onSent: () => void }) {
  const facts = useFacts()
  const [kept] = useState(() => readDraft(userId))
  const [start, setStart] = useState(kept)
  const step = useRef<HTMLDivElement>(null)
  const goTo = (next: typeof start) => {
    setStart(next)
    focusOnceLost(() => step.current?.querySelector('input') ?? null)
  }
  if (!start)
    return (
      <div ref={step}>
        <AddressStep
          onFree={(website_url) =>
            goTo({ values: contributionValues(null, { website_url }, facts), note: '', isNamed: true })
          }
        />
      </div>
    )
  return (
    <div ref={step}>
      {start === kept && (
        <FormAlert className="mt-6" tone="note">
          {messages.draftKept}
        </FormAlert>
      )}
      <SubmissionForm
        userId={userId}
        // A draft may lack facts that the site has by now.
        start={{
          ...start,
          values: {
            ...start.values,
            facts: { ...contributionValues(null, {}, facts).facts, ...start.values.facts },
          },
        }}
        named={[]}
        onSent={onSent}
        onCancel={() => {
          keepDraft(userId, undefined)
          goTo(undefined)
        }}
      />
    </div>
  )
}

type ChangedProps = { userId: string; id: string } & Pick<Props, 'onSent' | 'onCancel'>

function ChangedSubmission({ userId, id, onSent, onCancel }: ChangedProps) {
  const facts = useFacts()
  const own = useQuery({
    ...contributionQueries.own(userId, id),
    select: (own) => (own?.state === 'waiting' && own.kind === 'submission' ? own : null),
  })
  return (
    <Loaded
      query={own}
      skeleton={<FormSkeleton fields={4} />}
      missing={<EmptyState title={messages.notWaiting} />}
      className="mt-8"
    >
      {({ logo, proposed, note, is_named, category_names }) => (
        <SubmissionForm
          userId={userId}
          id={id}
          sentLogo={logo}
          start={{
            values: contributionValues(null, readProposed(proposed), facts),
            ...{ note: note ?? '', isNamed: is_named },
          }}
          named={Object.entries(readProposed(category_names)).map(([id, name]) => ({
            id,
            name: String(name),
          }))}
          onSent={onSent}
          onCancel={onCancel}
        />
      )}
    </Loaded>
  )
}

/** Asks for the address, and looks it up at once. */
function AddressStep({ onFree }: { onFree: (address: string) => void }) {
  const site = useSite()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [known, setKnown] = useState<readonly ToolAt[]>([])
  const [failure, setFailure] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function lookUp(event: FormEvent) {
    event.preventDefault()
    const typed = address.trim()
    // Most addresses are typed without it.
    const whole = /^[a-z]+:/i.test(typed) ? typed : toolForm.placeholders.website_url + typed
    if (!isWebAddress(whole)) {
      field.current?.focus()
      return setMistake(invalidUrl)
    }
    setBusy(true)
    setFailure(null)
    try {
      const found = await client.fetchQuery(contributionQueries.toolsAt(whole))
      if (found.length > 0) setKnown(found)
      else onFree(whole)
    } catch (error) {
      setFailure(error instanceof Error ? error : null)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-8 grid gap-6">
      <form onSubmit={lookUp} noValidate className="grid gap-4">
        <FormField label={TOOL.website_url.name} hint={messages.addressHint} error={mistake} live>
          {(wiring) => (
            <Input
              {...wiring}
              ref={field}
              type="url"
              name="website_url"
              autoComplete="off"
              placeholder={toolForm.placeholders.website_url}
              value={address}
              onChange={({ currentTarget }) => {
                setAddress(currentTarget.value)
                setMistake(undefined)
                setKnown([])
              }}
            />
          )}
        </FormField>
        {failure && <FormAlert>{failureText(failure, site)}</FormAlert>}
        <Button type="submit" size="lg" busy={busy} className="justify-self-start">
          {busy ? messages.lookingUp : messages.next}
        </Button>
      </form>
      {known.length > 0 && <ToolsAt tools={known} />}
    </div>
  )
}
