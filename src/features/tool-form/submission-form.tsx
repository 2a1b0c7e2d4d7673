import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import { FormAlert } from '~/components/form-alert'
import { KEPT, type LogoChoice } from '~/components/logos/logo-choice'
import { Button } from '~/components/ui/button'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { DataError, failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { sendContributionMutation } from './contribution-data'
import { type Draft, keepDraft } from './contribution-draft'
import { ContributionFields, NoteField, SentLogoField } from './contribution-fields'
import { proposedOf } from './contribution-values'
import type { CategoryOption } from './tool-form-data'
import { ToolsAtAddress } from './tools-at'
import { randomId } from './use-tool-form'
import { useValuesForm } from './use-values-form'

type Props = {
  userId: string
  start: Draft
  named: readonly CategoryOption[]
  /** The submission that is changed; undefined for a new one, of which a draft is kept. */
  id?: string
  /** The logo that was sent with it. */
  sentLogo?: string | null
  onSent: () => void
  onCancel: () => void
}

/** A tool to send in, or one that waits to be changed. */
export function SubmissionForm({ userId, start, named, id, sentLogo = null, onSent, onCancel }: Props) {
  const site = useSite()
  const facts = useFacts()
  const { mutate, isPending, isSuccess, error } = useMutation(sendContributionMutation)
  const [newId] = useState(randomId)
  const [note, setNote] = useState(start.note)
  const [isNamed, setNamed] = useState(start.isNamed)
  const [logo, setLogo] = useState<LogoChoice>(KEPT)
  const form = useValuesForm(start.values, facts)
  const values = form.watch()

  useEffect(() => {
    if (id !== undefined) return
    if (isSuccess) keepDraft(userId, undefined)
    else keepDraft(userId, { values, note, isNamed })
  })

  const send = form.handleSubmit((typed) =>
    mutate(
      {
        ...{ kind: 'submission', proposed: proposedOf(typed, facts), note, logo, isNamed },
        ...(id === undefined ? { newId } : { id }),
      },
      { onSuccess: onSent },
    ),
  )
  const isEdited = form.formState.isDirty || note !== start.note || isNamed !== start.isNamed
  // The draft of a new one has all but the logo.
  const isUnsaved = logo.kind !== 'kept' || (id !== undefined && isEdited)
  const isKnown = error instanceof DataError && error.code === 'contributionKnown'

  return (
    <form onSubmit={send} noValidate className="mt-8">
      <fieldset disabled={isPending}>
        <ContributionFields form={form} named={named} />
        <div className="mt-10 grid gap-[22px] border-line border-t pt-7">
          <SentLogoField name={values.name} sent={sentLogo} today={null} logo={logo} onLogo={setLogo} />
          <NoteField note={note} onNote={setNote} />
          <label className="flex min-h-11 items-start gap-3 text-[15px]">
            <input
              type="checkbox"
              checked={isNamed}
              onChange={({ currentTarget }) => setNamed(currentTarget.checked)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            {messages.nameMe}
          </label>
        </div>
      </fieldset>
      <div className="mt-6 grid gap-4">
        {error && !isPending && <FormAlert>{failureText(error, site)}</FormAlert>}
        {isKnown && !isPending && <ToolsAtAddress address={form.getValues('website_url')} />}
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" size="lg" busy={isPending}>
            {isPending ? common.sending : id === undefined ? messages.send : messages.saveChanges}
          </Button>
          <Button variant="quiet" size="lg" onClick={onCancel}>
            {id === undefined ? messages.startOver : common.cancel}
          </Button>
        </div>
      </div>
      {isUnsaved && !isSuccess && <UnsavedChanges />}
    </form>
  )
}
