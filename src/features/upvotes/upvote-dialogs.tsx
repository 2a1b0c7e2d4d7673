import { AuthRequiredDialog } from './auth-required-dialog'
import { ReasonDialog } from './reason-dialog'
import type { UpvoteTool } from './upvote-provider'

type Props = {
  /** The upvote under way; `userId` is null for a visitor. */
  asked: { tool: UpvoteTool; userId: string | null } | null
  onClose: () => void
  drafts: Map<string, string>
  onUpvoted: (toolId: string) => void
}

/** The dialogs of an upvote, one chunk of their own. */
export function UpvoteDialogs({ asked, onClose, drafts, onUpvoted }: Props) {
  if (!asked) return null
  const { tool, userId } = asked
  if (!userId) return <AuthRequiredDialog tool={tool} onClose={onClose} />
  return <ReasonDialog tool={tool} userId={userId} onClose={onClose} drafts={drafts} onUpvoted={onUpvoted} />
}
