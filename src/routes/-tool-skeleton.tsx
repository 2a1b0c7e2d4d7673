import * as common from '#messages/common.js'
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
          <SectionTitle>{common.userRecommendations}</SectionTitle>
          <RecommendationsSkeleton />
        </div>
        <div>
          <SectionTitle>{common.alternatives}</SectionTitle>
          <AlternativesSkeleton />
        </div>
      </div>
    </div>
  )
}
