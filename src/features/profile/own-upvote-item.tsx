import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { foundHelpful } from '#messages/recommendations.js'
import { Ago } from '~/components/ago'
import { EditedMark } from '~/components/edited-mark'
import { Reason } from '~/components/reason'
import { Button } from '~/components/ui/button'
import { ToolLink } from '~/components/ui/tool-link'
import { useSite } from '~/lib/site-data'
import { OwnUpvoteState } from './own-upvote-state'
import type { OwnUpvote } from './own-upvotes-data'

type OwnUpvoteItemProps = {
  upvote: OwnUpvote
  deleting: boolean
  onEdit: () => void
  onDelete: () => void
  onAppealed: () => void
}

/** One of the person's upvotes: tool, reason, date, and whether others see it. */
export function OwnUpvoteItem({ upvote, deleting, onEdit, onDelete, onAppealed }: OwnUpvoteItemProps) {
  const site = useSite()
  const { tools: tool, reason, created_at, edited_at, helpful_count } = upvote
  return (
    <li className="grid gap-x-6 gap-y-3 border-line border-b py-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <article>
        <h3 className="font-medium text-[15px]">
          {tool ? <ToolLink slug={tool.slug}>{tool.name}</ToolLink> : messages.unknownTool(site)}
        </h3>
        <div className="mt-1.5">
          <Reason size="page" reason={messages.quotedReason({ reason })} className="[quotes:none]">
            <Ago at={created_at} say={messages.upvotedAgo} />
            <EditedMark at={edited_at} />
            {helpful_count > 0 && (
              <>
                <span aria-hidden="true">·</span>
                <span>{foundHelpful({ count: helpful_count })}</span>
              </>
            )}
          </Reason>
        </div>
        <OwnUpvoteState upvote={upvote} onAppealed={onAppealed} />
      </article>
      <div className="flex gap-2 self-start">
        {tool && (
          <Button
            variant="quiet"
            size="sm"
            disabled={deleting}
            aria-haspopup="dialog"
            aria-label={messages.editUpvoteFor({ name: tool.name })}
            onClick={onEdit}
          >
            {common.edit}
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          busy={deleting}
          onClick={onDelete}
          aria-label={
            deleting ? undefined : messages.deleteUpvoteFor({ name: tool?.name ?? messages.thisTool(site) })
          }
        >
          {deleting ? common.deleting : common.deleteLabel}
        </Button>
      </div>
    </li>
  )
}
