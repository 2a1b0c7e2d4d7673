import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import type { FlaggedCard } from './flagged-data'

type Props = { card: FlaggedCard; onCancel: () => void; onDelete: () => void }

/** Asks before a recommendation is deleted: the one decision without an undo. */
export function DeleteFlaggedDialog({ card, onCancel, onDelete }: Props) {
  return (
    <Dialog
      title="Delete upvote?"
      description={`This action cannot be undone. This will permanently delete @${card.writer}'s upvote for ${card.tool_name}, with its reports.`}
      onClose={onCancel}
    >
      <div className="mt-5 flex justify-end gap-2.5">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="bad" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
