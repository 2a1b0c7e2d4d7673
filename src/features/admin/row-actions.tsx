import { Button } from '~/components/ui/button'

type Props = {
  id: string
  /** What the row is called: the buttons are 'Edit {name}' and 'Delete {name}'. */
  name: string
  deleting: boolean
  onEdit: () => void
  onDelete: () => void
}

/** What one may do with a row of the catalogue. */
export function RowActions({ id, name, deleting, onEdit, onDelete }: Props) {
  return (
    <>
      <Button variant="ghost" size="sm" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button
        variant="ghost"
        size="sm"
        data-deletes={id}
        // Not disabled: it has the focus while it works, and keeps it when it fails.
        aria-disabled={deleting || undefined}
        aria-busy={deleting || undefined}
        onClick={() => deleting || onDelete()}
        aria-label={deleting ? undefined : `Delete ${name}`}
        className={deleting ? 'opacity-55' : 'hover:text-bad'}
      >
        {deleting ? 'Deleting...' : 'Delete'}
      </Button>
    </>
  )
}
