import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contributions.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import type { Fact } from '#shared/tool-fields.ts'
import type { CategoryNames, Proposed } from '~/components/contributions/proposed-changes'
import { FormSkeleton } from '~/components/form/form-states'
import { Button } from '~/components/ui/button'
import { Pending } from '~/components/ui/pending'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { useFacts } from '~/lib/use-facts'
import { ContributionFields } from './contribution-fields'
import { catchUp, changedOf, contributionValues, proposedOf } from './contribution-values'
import { toolValuesOf } from './tool-conflict'
import { type OpenedTool, toolFormQueries } from './tool-form-data'
import { useValuesForm } from './use-values-form'

type Props = {
  /** The tool a correction is about; null for a submission. */
  toolId: string | null
  proposed: Proposed
  names: CategoryNames
  busy: boolean
  /** Resolves to whether it was accepted. */
  onAccept: (given: Proposed, toolSeen: string | undefined) => Promise<boolean>
  onCancel: () => void
}

/** What a member sent in, to be changed by an editor before it is accepted. */
export function ContributionEditor({ toolId, ...props }: Props) {
  return toolId === null ? <EditorForm {...props} opened={null} /> : <OfTool {...props} toolId={toolId} />
}

function OfTool({ toolId, ...props }: Omit<Props, 'toolId'> & { toolId: string }) {
  const { data, error, refetch } = useQuery(toolFormQueries.tool(toolId))
  // Refused perhaps because somebody has changed the tool.
  const accept: Props['onAccept'] = async (given, toolSeen) => {
    const isAccepted = await props.onAccept(given, toolSeen)
    if (!isAccepted) await refetch()
    return isAccepted
  }
  if (data) return <EditorForm {...props} opened={data} onAccept={accept} />
  return <Pending query={{ error, refetch }} skeleton={<FormSkeleton fields={4} />} />
}

type FormProps = Omit<Props, 'toolId'> & { opened: OpenedTool | null }

function EditorForm({ opened, proposed, names, busy, onAccept, onCancel }: FormProps) {
  const facts = useFacts()
  const form = useStartingForm(contributionValues(opened, proposed, facts), facts)
  const accept = form.handleSubmit((values) =>
    onAccept(
      opened ? changedOf(values, toolValuesOf(opened, facts), facts) : proposedOf(values, facts),
      opened?.tool.updated_at,
    ),
  )
  const named = [...(opened?.categories ?? []), ...Object.entries(names).map(([id, name]) => ({ id, name }))]
  return (
    <form onSubmit={accept} noValidate className="max-w-[680px]">
      <fieldset disabled={busy}>
        <ContributionFields form={form} named={named} />
      </fieldset>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button type="submit" busy={busy}>
          {messages.acceptChanged}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
      {(form.formState.isDirty || busy) && <UnsavedChanges everyView />}
    </form>
  )
}

/** When its member or somebody else has changed what it starts with, whatever the editor did not touch follows. */
function useStartingForm(start: ToolValues, facts: readonly Fact[]) {
  const form = useValuesForm(start, facts)
  const [known, setKnown] = useState(start)
  const isOutdated = JSON.stringify(known) !== JSON.stringify(start)
  useEffect(() => {
    if (!isOutdated) return
    catchUp(form, known, start, facts)
    setKnown(start)
  }, [isOutdated, form, start, known, facts])
  return form
}
