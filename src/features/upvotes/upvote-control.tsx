import { Icon } from '~/components/ui/icon'
import { preloadUpvoteDialogs, type UpvoteTool, useAskForUpvote } from './upvote-provider'

type Props = { tool: UpvoteTool & { upvote_count: number }; upvoted: boolean }

/** The upvote control of a card: an arrow over the count. Filled when the person has upvoted the tool. */
export function UpvoteControl({ tool, upvoted }: Props) {
  const { onClick, ...intent } = useUpvoteEvents(tool)
  return (
    <button
      type="button"
      aria-label={`Upvote ${tool.name}, ${tool.upvote_count} ${tool.upvote_count === 1 ? 'upvote' : 'upvotes'}`}
      aria-pressed={upvoted}
      onClick={onClick}
      {...intent}
      className="upvote-box"
    >
      <Icon name="up" size={16} weight={2.4} />
      {tool.upvote_count}
    </button>
  )
}

/** The upvote button of a tool's page: 'Upvote' and the count. */
export function UpvoteButton({ tool, upvoted }: Props) {
  const { onClick, ...intent } = useUpvoteEvents(tool)
  const look = upvoted
    ? 'border-accent bg-accent-soft text-ink [&_svg]:text-accent'
    : 'border-accent bg-accent text-accent-ink hover:bg-accent/90'
  return (
    <button
      type="button"
      aria-pressed={upvoted}
      onClick={onClick}
      {...intent}
      className={`group inline-flex h-11 items-center justify-center gap-2.5 rounded-xl border px-[18px] text-[15px] leading-none font-semibold whitespace-nowrap tabular-nums transition-colors ${look}`}
    >
      <Icon name="up" size={16} weight={2.4} className="group-active:animate-clap" />
      Upvote {tool.upvote_count}
    </button>
  )
}

function useUpvoteEvents(tool: UpvoteTool) {
  const ask = useAskForUpvote()
  return {
    onClick: () => void ask({ id: tool.id, name: tool.name, slug: tool.slug }),
    onPointerEnter: preloadUpvoteDialogs,
    onFocus: preloadUpvoteDialogs,
  }
}
