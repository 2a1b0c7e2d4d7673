import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { type Proposed, proposedChanges } from '~/components/contributions/proposed-changes'
import { DifferenceList } from '~/components/difference-list'
import { FormAlert } from '~/components/form-alert'
import { KEPT, type LogoChoice } from '~/components/logos/logo-choice'
import { Button } from '~/components/ui/button'
import { SectionTitle } from '~/components/ui/section-title'
import { categoryOptionsQuery } from '~/lib/category-options-data'
import { DataError, failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { openToolBySlug, sendContributionMutation } from './contribution-data'
import { ContributionFields, NoteField, SentLogoField } from './contribution-fields'
import { catchUp, changedOf, proposedOf } from './contribution-values'
import { toolValuesOf } from './tool-conflict'
import type { OpenedTool } from './tool-form-data'
import { randomId } from './use-tool-form'
import { useValuesForm } from './use-values-form'

type Props = {
  opened: OpenedTool
  slug: string
  start: ToolValues
  /** Of proposed categories, by id. */
  names: Proposed
  note: string
  /** What waits and is changed, and the logo that was sent with it. */
  id: string | undefined
  sentLogo: string | null
  onSent: () => void
  onUnsaved: (isUnsaved: boolean) => void
}

/** Any field of a tool, with the difference; only that is sent. */
export function CorrectionForm({
  opened,
  slug,
  start,
  names,
  id,
  sentLogo,
  onSent,
  onUnsaved,
  ...props
}: Props) {
  const site = useSite()
  const facts = useFacts()
  const options = useQuery(categoryOptionsQuery)
  const { mutateAsync, isPending, isSuccess, error } = useMutation(sendContributionMutation)
  const [newId] = useState(randomId)
  const [known, setKnown] = useState(opened)
  const [note, setNote] = useState(props.note)
  const [logo, setLogo] = useState<LogoChoice>(KEPT)
  const form = useValuesForm(start, facts)
  const isEdited = form.formState.isDirty || note !== props.note || logo.kind !== 'kept'
  const isUnsaved = isEdited && !isSuccess
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])
  const standing = toolValuesOf(known, facts)
  const proposed = changedOf(form.watch(), standing, facts)
  const named = [
    ...known.categories,
    ...Object.entries(names).map(([id, name]) => ({ id, name: String(name) })),
  ]
  const changes = proposedChanges(proposed, proposedOf(standing, facts), {
    facts,
    names: Object.fromEntries([...named, ...(options.data ?? [])].map(({ id, name }) => [id, name])),
  })

  async function openAgain() {
    const now = await openToolBySlug(slug)
    if (!now) return
    catchUp(form, standing, toolValuesOf(now, facts), facts)
    setKnown(now)
  }

  const send = form.handleSubmit(async () => {
    const sent = { kind: 'correction', toolId: known.tool.id, proposed, note, logo, isNamed: true } as const
    const seen = { knownUpdatedAt: known.tool.updated_at }
    try {
      await mutateAsync({ ...sent, ...seen, ...(id === undefined ? { newId } : { id }) })
      onSent()
    } catch (failure) {
      if (failure instanceof DataError && failure.code === 'contributionToolChanged')
        await openAgain().catch(() => undefined)
    }
  })

  return (
    <form onSubmit={send} noValidate className="mt-8">
      <fieldset disabled={isPending}>
        <ContributionFields form={form} named={named} />
        <div className="mt-10 border-line border-t pt-7">
          <SentLogoField
            name={known.tool.name}
            sent={sentLogo}
            today={known.tool.logo}
            logo={logo}
            onLogo={setLogo}
          />
        </div>
        <section aria-labelledby="changes" className="mt-10 border-line border-t pt-7">
          <SectionTitle id="changes">{messages.yourChanges}</SectionTitle>
          {changes.length > 0 ? (
            <DifferenceList differences={changes} />
          ) : (
            <p className="mt-2 text-ink-soft text-sm">{messages.noChangesYet}</p>
          )}
          <div className="mt-6">
            <NoteField note={note} onNote={setNote} />
          </div>
        </section>
      </fieldset>
      <div className="mt-6 grid gap-4">
        {error && !isPending && <FormAlert>{failureText(error, site)}</FormAlert>}
        <Button
          type="submit"
          size="lg"
          busy={isPending}
          disabled={changes.length === 0 && logo.kind === 'kept' && sentLogo === null}
          className="justify-self-start"
        >
          {isPending ? common.sending : id === undefined ? messages.send : messages.saveChanges}
        </Button>
      </div>
    </form>
  )
}
