import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as messages from '#messages/merging.js'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { Select } from '~/components/ui/select'
import { categoryOptionsQuery } from '~/lib/category-options-data'
import { useSite } from '~/lib/site-data'
import type { Merge } from './merging-data'
import { useMerging } from './use-merging'

type Props = { category: Merge['gone']; onMerged: () => void }

/** The button of a category that asks into which other one it is merged. */
export function MergeCategory({ category, onMerged }: Props) {
  const [asking, setAsking] = useState(false)
  const { isBusy, merge } = useMerging()

  async function run(kept: Merge['kept']): Promise<void> {
    setAsking(false)
    if (await merge('categories', { gone: category, kept })) onMerged()
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={isBusy}
        aria-haspopup="dialog"
        aria-label={messages.mergeIntoNamed({ name: category.name })}
        onClick={() => setAsking(true)}
      >
        {messages.compare}
      </Button>
      {asking && (
        <MergeInto category={category} onClose={() => setAsking(false)} onChoose={(kept) => void run(kept)} />
      )}
    </>
  )
}

type IntoProps = { category: Merge['gone']; onClose: () => void; onChoose: (kept: Merge['kept']) => void }

function MergeInto({ category, onClose, onChoose }: IntoProps) {
  const { data } = useQuery(categoryOptionsQuery)
  const [keptId, setKeptId] = useState('')
  const others = (data ?? []).filter((each) => each.id !== category.id)
  const kept = others.find((other) => other.id === keptId)

  return (
    <ConfirmDialog
      title={messages.mergeIntoNamed({ name: category.name })}
      description={messages.categoryEffect(useSite())}
      confirm={messages.merge}
      look="solid"
      onCancel={onClose}
      isReady={kept !== undefined}
      onConfirm={() => kept && onChoose(kept)}
    >
      <FormField label={messages.category}>
        {({ 'aria-invalid': _, ...wiring }) => (
          <Select {...wiring} required value={keptId} onChange={({ target }) => setKeptId(target.value)}>
            <option value="">{messages.choose}</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </ConfirmDialog>
  )
}
