import * as messages from '#messages/recommendations.js'
import { Ago } from '~/components/ago'
import { Reason } from '~/components/reason'
import type { FormerText } from './flagged-data'

/** What the author of a recommendation wrote before, the last one first. */
export function FormerTexts({ texts }: { texts: readonly FormerText[] }) {
  if (texts.length === 0) return null
  return (
    <section aria-label={messages.formerTexts} className="mt-1">
      <h4 className="font-medium text-[13px] text-ink-faint">{messages.formerTexts}</h4>
      {texts.map(({ reason, author_role, replaced_at }) => (
        <Reason key={replaced_at} size="aside" reason={reason} className="text-ink-soft">
          <span className="byline">
            {author_role && (
              <span>
                <bdi>{author_role}</bdi>
              </span>
            )}
            <Ago at={replaced_at} say={messages.editedAgo} />
          </span>
        </Reason>
      ))}
    </section>
  )
}
