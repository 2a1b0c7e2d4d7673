import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as messages from '#messages/import-export.js'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { confirmNavigation } from '~/lib/navigation-guard'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { undoMutation } from './import-export-data'

interface Props {
  id: string
  /** Perhaps long after the import: asks first. */
  inLog?: boolean
  onUndone: () => void
}

/** Takes an import back. */
export function UndoImport({ id, onUndone, inLog = false }: Props) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(undoMutation)

  const [isAsking, setAsking] = useState(false)

  const undo = reported(async () => {
    // Rows that were rejected may be being corrected.
    if (!(await confirmNavigation())) return
    notify.success(messages.importUndone(await mutateAsync(id)))
    setAsking(false)
    refreshCatalogue(queryClient)
    onUndone()
  })

  return (
    <>
      <Button
        variant="quiet"
        size={inLog ? 'sm' : 'lg'}
        busy={isPending}
        onClick={inLog ? () => setAsking(true) : undo}
      >
        {messages.undoImport}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={messages.undoImportQuestion}
          description={messages.undoImportEffect}
          confirm={messages.undoImport}
          busy={isPending}
          onCancel={() => setAsking(false)}
          onConfirm={undo}
        />
      )}
    </>
  )
}
