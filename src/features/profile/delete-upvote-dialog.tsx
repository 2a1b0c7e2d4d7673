import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'

type Props = {
  /** What goes: 'your upvote for Whisper'. */
  what: string
  onCancel: () => void
  onDelete: () => void
}

/** Asks before an upvote is deleted for good by its writer (section 2, My Upvotes). */
export function DeleteUpvoteDialog({ what, onCancel, onDelete }: Props) {
  return (
    <Dialog
      title="Delete upvote?"
      description={`This action cannot be undone. This will permanently delete ${what}.`}
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
