import { Icon } from '~/components/ui/icon'
import { preloadUpvoteDialogs, type UpvoteTool, useAskForUpvote } from './upvote-provider'

type Props = { tool: UpvoteTool & { upvote_count: number }; upvoted: boolean }

const ON = 'border-accent bg-accent text-accent-ink'
const OFF = 'border-line bg-surface hover:border-accent [&_svg]:text-accent'

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
      className={`group grid h-14 min-w-[52px] place-content-center justify-items-center gap-[3px] rounded-[14px] border px-1.5 text-[15px] leading-none font-semibold tabular-nums transition-colors md:h-[62px] md:min-w-[58px] ${upvoted ? ON : OFF}`}
    >
      <Icon name="up" size={16} weight={2.4} className="group-active:animate-clap" />
      {tool.upvote_count}
    </button>
  )
}

/** The upvote button of a tool's page: 'Upvote' and the count. */
export function UpvoteButton({ tool, upvoted }: Props) {
  const { onClick, ...intent } = useUpvoteEvents(tool)
  const look = upvoted
    ? 'border-accent bg-accent-soft text-ink [&_svg]:text-accent'
    : `${ON} hover:bg-accent/90`
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
