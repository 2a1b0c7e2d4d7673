import { Button } from '~/components/ui/button'

/** The way back from a decision, where there is one; `id` is what it is taken back by. */
export function UndoButton({ id, onUndo }: { id: number | null; onUndo: (decisionId: number) => void }) {
  return (
    id !== null && (
      <Button variant="quiet" size="sm" onClick={() => onUndo(id)}>
        Undo
      </Button>
    )
  )
}
