import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as messages from '#messages/upvote-control.js'
import { Icon } from '~/components/ui/icon'
import { OWN_RECOMMENDATION } from '~/lib/own-recommendation'
import {
  preloadUpvoteDialogs,
  showOwnRecommendation,
  type UpvoteTool,
  useAskForUpvote,
} from './upvote-provider'

export type UpvoteProps = { tool: UpvoteTool & { upvote_count: number }; upvoted: boolean }

/**
 * The upvote control of a card: an arrow over the count. Filled if the person has upvoted the tool: then it leads to
 * their recommendation.
 */
export function UpvoteControl({ tool, upvoted }: UpvoteProps) {
  const events = useUpvoteEvents({ tool, upvoted })
  return (
    <button
      type="button"
      aria-label={messages.controlName({ upvoted, name: tool.name, count: tool.upvote_count })}
      title={upvoted ? messages.seeOwn : undefined}
      data-upvoted={upvoted || undefined}
      {...events}
      className="upvote-box"
    >
      <Icon name={upvoted ? 'check' : 'up'} size={16} weight={2.4} />
      <Count value={tool.upvote_count} />
    </button>
  )
}

/** A number that rolls when it changes. */
export function Count({ value }: { value: number }) {
  const [first] = useState(value)
  return (
    <span key={value} className={value === first ? undefined : 'inline-block animate-roll'}>
      {value}
    </span>
  )
}

/** Asks for a reason; for people who have upvoted, leads to their recommendation. */
export function useUpvoteEvents({ tool: { id, name, slug }, upvoted }: UpvoteProps) {
  const ask = useAskForUpvote()
  const navigate = useNavigate()
  if (upvoted)
    return {
      onClick: () => {
        if (showOwnRecommendation()) return
        void navigate({ to: '/tools/$slug', params: { slug }, hash: OWN_RECOMMENDATION })
      },
    }
  return {
    onClick: () => void ask({ id, name, slug }),
    onPointerEnter: preloadUpvoteDialogs,
    onFocus: preloadUpvoteDialogs,
  }
}
