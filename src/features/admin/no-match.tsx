import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'

/** Shown for a search that finds nothing. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <EmptyState title={title}>
      <Button variant="quiet" className="mt-3" onClick={onClear}>
        {common.clearSearch}
      </Button>
    </EmptyState>
  )
}
