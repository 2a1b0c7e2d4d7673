import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/upvotes.js'
import { buttonClass } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { useSite } from '~/lib/site-data'
import { ReasonDialog } from './reason-dialog'
import { type OpenFor, type UpvoteTool, upvotePath, type Wish } from './upvote-provider'

type Props = {
  /** The current upvote; `userId` is null for a visitor. */
  openFor: OpenFor | null
  onClose: () => void
  drafts: Map<string, string>
  onUpvoted: (toolId: string) => void
}

/** The dialogs of an upvote, in a chunk of their own. */
export function UpvoteDialogs({ openFor, onClose, drafts, onUpvoted }: Props) {
  if (!openFor) return null
  const { tool, userId, wish } = openFor
  if (!userId) return <AuthRequiredDialog tool={tool} wish={wish} onClose={onClose} />
  const edit = typeof wish === 'object' ? wish : undefined
  return <ReasonDialog {...{ tool, userId, edit, onClose, drafts, onUpvoted }} />
}

type AuthProps = { tool: UpvoteTool; wish: Wish | undefined; onClose: () => void }

/** The dialog for visitors. Signing in, or up, leads to the tool, and to recommend it opens the dialog for its reason. */
function AuthRequiredDialog({ tool, wish, onClose }: AuthProps) {
  const state = { next: wish ? `/tools/${tool.slug}` : upvotePath(tool.slug) }
  const { signUp } = useSite()
  return (
    <Dialog title={messages.authenticationRequired} description={whySignIn(tool, wish)} onClose={onClose}>
      <div className="mt-6 grid grid-cols-2 gap-2.5">
        <Link
          to="/login"
          state={state}
          onClick={onClose}
          className={buttonClass({ variant: 'quiet', size: 'lg' })}
        >
          {common.signIn}
        </Link>
        {signUp !== 'closed' && (
          <Link to="/register" state={state} onClick={onClose} className={buttonClass({ size: 'lg' })}>
            {common.signUp}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

function whySignIn({ name }: UpvoteTool, wish: Wish | undefined): string {
  if (wish === 'mark') return messages.signInToMark
  return wish === 'save' ? messages.signInToSave({ name }) : messages.signInToRecommend({ name })
}
