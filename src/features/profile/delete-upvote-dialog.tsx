import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'

type DeleteUpvoteDialogProps = { toolName: string | undefined; onCancel: () => void; onDelete: () => void }

/** Section 2, My Upvotes: asks before an upvote is deleted for good. */
export function DeleteUpvoteDialog({ toolName, onCancel, onDelete }: DeleteUpvoteDialogProps) {
  return (
    <Dialog
      title="Delete upvote?"
      description={`This action cannot be undone. This will permanently delete your upvote for ${toolName ?? 'this tool'}.`}
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
