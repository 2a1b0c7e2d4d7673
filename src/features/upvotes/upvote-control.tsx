import { useNavigate } from '@tanstack/react-router'
import { Icon } from '~/components/ui/icon'
import { preloadUpvoteDialogs, type UpvoteTool, useAskForUpvote } from './upvote-provider'
import { OWN_RECOMMENDATION } from './upvote-rules'

type Props = { tool: UpvoteTool & { upvote_count: number }; upvoted: boolean }

/**
 * The upvote control of a card: an arrow over the count. Filled when the person has upvoted the tool: then it leads to
 * what they wrote.
 */
export function UpvoteControl({ tool, upvoted }: Props) {
  const events = useUpvoteEvents({ tool, upvoted })
  return (
    <button
      type="button"
      aria-label={`${verb(upvoted)} ${tool.name}, ${tool.upvote_count} ${tool.upvote_count === 1 ? 'upvote' : 'upvotes'}`}
      title={upvoted ? 'Upvoted' : undefined}
      data-upvoted={upvoted || undefined}
      {...events}
      className="upvote-box"
    >
      <Icon name={upvoted ? 'check' : 'up'} size={16} weight={2.4} />
      {tool.upvote_count}
    </button>
  )
}

/** The upvote button of a tool's page: 'Upvote', or 'Upvoted', and the count. As wide as either. */
export function UpvoteButton({ tool, upvoted }: Props) {
  const events = useUpvoteEvents({ tool, upvoted, replace: true })
  const look = upvoted
    ? 'border-accent bg-accent text-accent-ink hover:bg-accent/90'
    : 'border-ink bg-ink text-paper hover:bg-ink/88'
  return (
    <button
      type="button"
      {...events}
      className={`group inline-flex h-11 min-w-[152px] items-center justify-center gap-2.5 rounded-xl border px-[18px] text-[15px] leading-none font-semibold whitespace-nowrap tabular-nums transition-colors ${look}`}
    >
      <Icon
        name={upvoted ? 'check' : 'up'}
        size={16}
        weight={2.4}
        className={upvoted ? undefined : 'group-active:animate-clap'}
      />
      {verb(upvoted)} {tool.upvote_count}
    </button>
  )
}

const verb = (upvoted: boolean) => (upvoted ? 'Upvoted' : 'Upvote')

type EventOptions = { tool: UpvoteTool; upvoted: boolean; replace?: boolean }

/** Asks for a reason, or leads those who gave theirs to it; `replace` where it stands on the same page. */
function useUpvoteEvents({ tool: { id, name, slug }, upvoted, replace = false }: EventOptions) {
  const ask = useAskForUpvote()
  const navigate = useNavigate()
  if (upvoted) {
    const address = { to: '/tools/$slug', params: { slug }, hash: OWN_RECOMMENDATION } as const
    return { onClick: () => void navigate({ ...address, replace, resetScroll: !replace }) }
  }
  return {
    onClick: () => void ask({ id, name, slug }),
    onPointerEnter: preloadUpvoteDialogs,
    onFocus: preloadUpvoteDialogs,
  }
}
