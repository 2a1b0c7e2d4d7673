import { useQueryClient } from '@tanstack/react-query'
import * as messages from '#messages/upvote-control.js'
import { buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { withPart } from '~/lib/with-part'
import { type UpvoteTool, useAskForUpvote } from './upvote-provider'

type Props = {
  tool: UpvoteTool
  saved: boolean
  /** Not on a card: with a text, equally wide in both states. */
  wide?: 'sm' | 'lg'
}

/** Saves the tool for the person, or forgets it; visitors are asked to sign in. What it does is downloaded with the press. */
export function SaveButton({ tool, saved, wide }: Props) {
  const client = useQueryClient()
  const ask = useAskForUpvote()
  return (
    // On a card a checkbox, as beside it: a card has one other button, the upvote.
    <button
      type="button"
      {...(!wide && { role: 'checkbox', 'aria-checked': saved })}
      aria-label={messages.saveName({ saved: wide !== undefined && saved, name: tool.name })}
      data-saved={saved || undefined}
      className={wide ? buttonClass({ variant: 'quiet', size: wide, className: 'min-w-26' }) : 'save-button'}
      onClick={() =>
        withPart(import('./saving-data'), ({ toggleSaved }) => toggleSaved(client, tool, !saved, ask))
      }
    >
      <Icon name="bookmark" size={18} className={saved ? 'fill-current! text-accent' : undefined} />
      {wide && messages.saveVerb({ saved })}
    </button>
  )
}
