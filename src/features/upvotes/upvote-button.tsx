import * as messages from '#messages/upvote-control.js'
import { Icon } from '~/components/ui/icon'
import { Count, type UpvoteProps, useUpvoteEvents } from './upvote-control'

/** The upvote button of a tool's page: 'Upvote' or 'Upvoted', and the count. Equally wide in both states. */
export function UpvoteButton({ tool, upvoted }: UpvoteProps) {
  const events = useUpvoteEvents({ tool, upvoted })
  const look = upvoted
    ? 'border-accent bg-accent text-accent-ink hover:bg-accent/90'
    : 'border-ink bg-ink text-paper hover:bg-ink/88'
  return (
    <button
      type="button"
      title={upvoted ? messages.seeOwn : undefined}
      {...events}
      className={`group inline-flex h-11 items-center justify-center gap-2 rounded-xl border px-2.5 md:min-w-[152px] md:px-[18px] text-[15px] leading-none font-semibold whitespace-nowrap tabular-nums transition-colors ${look}`}
    >
      <Icon
        name={upvoted ? 'check' : 'up'}
        size={16}
        weight={2.4}
        className={upvoted ? undefined : 'group-active:animate-clap'}
      />
      <span>
        {messages.verb({ upvoted })} <Count value={tool.upvote_count} />
      </span>
    </button>
  )
}
