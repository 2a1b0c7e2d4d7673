import { useBlocker } from '@tanstack/react-router'
import { Button } from './ui/button'
import { Dialog } from './ui/dialog'

/**
 * While mounted, asks before the person leaves the page with what they typed: a dialog of ours on the way to another
 * page, the browser's own when the tab is closed or reloaded. Another view of the same page is not leaving.
 */
export function UnsavedChanges() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      description="You have changes that are not saved. They are lost if you leave now."
      onClose={blocker.reset}
    >
      <div className="mt-5 flex justify-end gap-2.5">
        <Button variant="quiet" onClick={blocker.reset}>
          Stay
        </Button>
        <Button variant="bad" onClick={blocker.proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
