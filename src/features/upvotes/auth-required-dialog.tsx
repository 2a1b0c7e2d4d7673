import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import type { UpvoteTool } from './upvote-provider'

/** What a visitor sees instead of the reason dialog. Whoever signs in is offered the way back to the tool. */
export function AuthRequiredDialog({ tool, onClose }: { tool: UpvoteTool; onClose: () => void }) {
  const state = { from: `/tools/${tool.slug}` }
  return (
    <Dialog
      title="Authentication Required"
      description={`Sign in to recommend ${tool.name}.`}
      onClose={onClose}
    >
      <div className="mt-6 grid grid-cols-2 gap-2.5">
        <Link
          to="/login"
          state={state}
          onClick={onClose}
          className={buttonClass({ variant: 'quiet', size: 'lg' })}
        >
          Sign In
        </Link>
        <Link to="/register" state={state} onClick={onClose} className={buttonClass({ size: 'lg' })}>
          Sign Up
        </Link>
      </div>
    </Dialog>
  )
}
