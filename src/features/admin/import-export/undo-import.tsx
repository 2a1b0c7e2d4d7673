import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as messages from '#messages/import-export.js'
import { Button } from '~/components/ui/button'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { undoMutation } from './import-export-data'

/** Takes the import back that has just been made. */
export function UndoImport({ id, onUndone }: { id: string; onUndone: () => void }) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(undoMutation)

  async function undo() {
    try {
      notify.success(messages.importUndone(await mutateAsync(id)))
      refreshCatalogue(queryClient)
      onUndone()
    } catch {
      // The query client reports it.
    }
  }

  return (
    <Button variant="quiet" size="lg" busy={isPending} onClick={() => void undo()}>
      {messages.undoImport}
    </Button>
  )
}
