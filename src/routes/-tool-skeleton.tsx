import * as messages from '#messages/catalogue.js'
import { SectionTitle } from '~/components/ui/section-title'
import { AlternativesSkeleton } from '~/features/catalogue/alternatives'
import { TOOL_COLUMNS, ToolHeaderSkeleton } from '~/features/catalogue/tool-header'
import { RecommendationsSkeleton } from '~/features/upvotes/recommendations-skeleton'

/** Shown while a tool's page loads. */
export function ToolSkeleton() {
  return (
    <div className="wrap">
      <ToolHeaderSkeleton />
      <div className={TOOL_COLUMNS}>
        <div>
          <SectionTitle>{messages.userRecommendations}</SectionTitle>
          <RecommendationsSkeleton />
        </div>
        <div>
          <SectionTitle>{messages.alternatives}</SectionTitle>
          <AlternativesSkeleton />
        </div>
      </div>
    </div>
  )
}
