import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as messages from '#messages/first-steps.js'
import type { StarterCounts } from '#shared/import-export-rules.ts'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { starterMutation } from './first-steps-data'

type Props = {
  /** What is left of the starter catalogue. */
  starter: StarterCounts
  /** The pressed button is gone. */
  onGone: () => void
}

/** Removes what is left of the starter catalogue, after a confirmation, and takes that back. */
export function BeginEmpty({ starter, onGone }: Props) {
  const site = useSite()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useMutation(starterMutation)

  async function change(method: 'POST' | 'DELETE') {
    try {
      const counts = await mutateAsync(method)
      setAsking(false)
      if (method === 'DELETE')
        notify.success(messages.starterRemoved({ ...site, ...counts }), {
          label: messages.undo,
          run: () => void change('POST'),
        })
      else notify.success(messages.starterRestored({ ...site, ...counts }))
      await queryClient.invalidateQueries()
      if (method === 'DELETE') onGone()
    } catch {
      // The query client reports it.
      setAsking(false)
    }
  }

  if (starter.tools + starter.categories === 0) return null
  return (
    <>
      {' · '}
      <button type="button" aria-haspopup="dialog" onClick={() => setAsking(true)} className="link">
        {messages.beginEmpty}
      </button>
      {asking && (
        <ConfirmDialog
          title={messages.beginEmptyQuestion}
          description={messages.beginEmptyEffect({ ...site, ...starter })}
          confirm={messages.beginEmpty}
          busy={isPending}
          onConfirm={() => void change('DELETE')}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
