import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as messages from '#messages/import-export.js'
import { Button } from '~/components/ui/button'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { undoMutation } from './import-export-data'

interface Props {
  id: string
  size?: 'sm' | 'lg'
  onUndone: () => void
}

/** Takes an import back. */
export function UndoImport({ id, onUndone, size = 'lg' }: Props) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(undoMutation)

  const undo = reported(async () => {
    notify.success(messages.importUndone(await mutateAsync(id)))
    refreshCatalogue(queryClient)
    onUndone()
  })

  return (
    <Button variant="quiet" size={size} busy={isPending} onClick={undo}>
      {messages.undoImport}
    </Button>
  )
}
