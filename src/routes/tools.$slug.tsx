import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { toolNotFound } from '#messages/heads.js'
import * as heads from '#messages/page-heads.js'
import { AlternativesSection } from '~/features/catalogue/alternatives'
import { awaitOnServer } from '~/features/catalogue/prefetch-tools'
import { ToolContribute } from '~/features/catalogue/tool-contribute'
import { ToolData, ToolDetails, ToolFacts } from '~/features/catalogue/tool-facts'
import { TOOL_COLUMNS, ToolBreadcrumb, ToolHeader } from '~/features/catalogue/tool-header'
import { ToolNotFound } from '~/features/catalogue/tool-not-found'
import { toolQueries } from '~/features/catalogue/tool-page-data'
import { CompareButton } from '~/features/compare/compare-provider'
import { AddToList } from '~/features/lists/add-to-list'
import { ToolNumbersButton } from '~/features/numbers/tool-numbers-button'
import {
  asRecommendationSort,
  type RecommendationSort,
  recommendationQueries,
} from '~/features/upvotes/recommendations-data'
import { SaveButton } from '~/features/upvotes/save-button'
import { UpvoteButton } from '~/features/upvotes/upvote-button'
import { useMyMarks } from '~/features/upvotes/upvotes-data'
import { loadedHead } from '~/lib/seo'
import { ToolRecommendations } from '~/routes/-tool-recommendations'
import { ToolSkeleton } from '~/routes/-tool-skeleton'

export const Route = createFileRoute('/tools/$slug')({
  validateSearch: readToolSearch,
  loader: async ({ context: { queryClient, site }, params: { slug }, location }) => {
    const { sort } = readToolSearch(location.search)
    const tool = await queryClient.ensureQueryData(toolQueries.bySlug(slug))
    await awaitOnServer([
      queryClient.prefetchInfiniteQuery(recommendationQueries.byTool(tool.id, sort)),
      queryClient.prefetchQuery(toolQueries.alternatives(tool.id)),
    ])
    return {
      title: heads.tool({ ...site, name: tool.name }),
      description: tool.short_description,
      path: `/tools/${slug}`,
      preview: { path: `/social/tools/${slug}.png`, alt: tool.name },
      feed: { path: `/tools/${slug}/feed.xml`, title: heads.recommendationsOf({ name: tool.name }) },
      index: sort === undefined,
    }
  },
  head: (page) => loadedHead(page, toolNotFound(page.match.context.site)),
  component: ToolPage,
  pendingComponent: ToolSkeleton,
  notFoundComponent: () => <ToolNotFound />,
})

function ToolPage() {
  const { slug } = Route.useParams()
  const { sort } = Route.useSearch()
  const { data: tool } = useSuspenseQuery(toolQueries.bySlug(slug))
  const marks = useMyMarks([tool])
  const upvoted = marks.upvoted.includes(tool.id)
  const isMaker = marks.made.includes(tool.id)
  return (
    <div className="wrap" key={tool.id}>
      <ToolData tool={tool} />
      <ToolBreadcrumb tool={tool} />
      <ToolHeader
        tool={tool}
        upvote={<UpvoteButton tool={tool} upvoted={upvoted} />}
        save={<SaveButton tool={tool} saved={marks.saved.includes(tool.id)} wide="lg" />}
        compare={<CompareButton tool={tool} />}
      />
      <div className={TOOL_COLUMNS}>
        <ToolFacts tool={tool} />
        <div className="min-w-0 md:not-first:[grid-area:1/1/span_2]">
          <ToolRecommendations
            tool={tool}
            sort={asRecommendationSort(sort)}
            upvoted={upvoted}
            isMaker={isMaker}
          />
          <ToolDetails details={tool.details} />
          <ToolContribute
            tool={tool}
            isMaker={isMaker}
            addToList={<AddToList tool={tool} className="link target pointer-coarse:py-3" />}
            numbers={<ToolNumbersButton toolId={tool.id} isMaker={isMaker} />}
          />
        </div>
        <AlternativesSection tool={tool} />
      </div>
    </div>
  )
}

/** The order of the recommendations; the default is omitted. */
function readToolSearch({ sort }: Record<string, unknown>): { sort?: RecommendationSort | undefined } {
  return { sort: sort === 'helpful' ? sort : undefined }
}
