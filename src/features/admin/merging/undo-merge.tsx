import * as common from '#messages/common.js'
import * as messages from '#messages/merging.js'
import { Button } from '~/components/ui/button'
import { useMerging } from './use-merging'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Takes a merge of the log back while that is possible. */
export function UndoMerge({ id, name, at }: { id: string; name: string; at: string }) {
  const { isBusy, takeBack } = useMerging()
  if (Date.parse(at) < Date.now() - WEEK_MS) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isBusy}
      className="mt-1.5"
      aria-label={messages.undoNamed({ name })}
      onClick={() => takeBack({ id, name })}
    >
      {common.undo}
    </Button>
  )
}
