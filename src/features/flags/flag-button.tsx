import { useSession } from '~/lib/session'
import * as messages from '~/messages/en/flags'
import { preloadFlagDialog, useAskForFlag } from './flag-provider'

type Props = {
  upvoteId: string
  authorId: string
  /** The element that names the author, to distinguish the Flag buttons. */
  writerId: string
}

/** Reports a recommendation: for members only, and not for one's own (section 2). */
export function FlagButton({ upvoteId, authorId, writerId }: Props) {
  const { user } = useSession()
  const ask = useAskForFlag()
  if (!user || user.id === authorId) return null
  return (
    <button
      type="button"
      aria-describedby={writerId}
      aria-haspopup="dialog"
      onClick={() => void ask(upvoteId)}
      onPointerEnter={preloadFlagDialog}
      onFocus={preloadFlagDialog}
      className="link -my-1.5 ml-auto px-1 py-1.5 font-normal text-ink-faint pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3"
    >
      {messages.flag}
    </button>
  )
}
