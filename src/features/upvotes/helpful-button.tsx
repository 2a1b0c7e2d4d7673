import { useQueryClient } from '@tanstack/react-query'
import { errors } from '#messages/errors.js'
import * as messages from '#messages/recommendations.js'
import { notify } from '~/lib/notify'
import type { Recommendation } from './recommendations-data'
import { type UpvoteTool, useAskForUpvote } from './upvote-provider'

type Props = {
  tool: UpvoteTool
  item: Recommendation
  /** The element that names the author, to distinguish the buttons. */
  writerId: string
  isOwn: boolean
  isHelpful: boolean
}

/** As high as the button, so that nothing moves when it turns out whose it is. */
const BOX = 'inline-flex min-h-7 items-center tabular-nums pointer-coarse:min-h-11'

/** Says that somebody else's recommendation helped, or takes that back. What it does is downloaded with the press. */
export function HelpfulButton({ tool, item, writerId, isOwn, isHelpful }: Props) {
  const client = useQueryClient()
  const ask = useAskForUpvote()
  const count = item.helpful_count
  if (isOwn) return <span className={BOX}>{messages.foundHelpful({ count })}</span>
  return (
    <button
      type="button"
      aria-pressed={isHelpful}
      aria-describedby={writerId}
      onClick={() =>
        import('./helpful-data').then(
          ({ toggleHelpful }) => toggleHelpful(client, { tool, item, helpful: !isHelpful }, ask),
          () => notify.error(errors.partMissing),
        )
      }
      className={`${BOX} rounded-full border border-line px-2.5 text-ink-soft transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent`}
    >
      {messages.helpful}
      {count > 0 && <span className="ms-1.5 font-medium">{count}</span>}
    </button>
  )
}
