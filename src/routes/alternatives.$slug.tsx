import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as messages from '#messages/alternatives.js'
import * as common from '#messages/common.js'
import * as heads from '#messages/heads.js'
import { ALIKE_CATEGORY_TOOLS } from '#shared/api-rules.ts'
import type { Site } from '#shared/site.ts'
import { StructuredData } from '~/components/structured-data'
import { EmptyState } from '~/components/ui/empty-state'
import { AlternativesHeader, Differences } from '~/features/catalogue/alternatives-page'
import { toolListData } from '~/features/catalogue/structured-data'
import { ToolCard } from '~/features/catalogue/tool-card'
import { MAX_ALTERNATIVES, toolQueries } from '~/features/catalogue/tool-page-data'
import { CompareButton } from '~/features/compare/compare-provider'
import { SaveButton } from '~/features/upvotes/save-button'
import { UpvoteControl } from '~/features/upvotes/upvote-control'
import { loadedHead } from '~/lib/seo'
import { useSite } from '~/lib/site-data'
import { LIST } from '../features/catalogue/skeletons'
import { useMyMarks } from '../features/upvotes/upvotes-data'

export const Route = createFileRoute('/alternatives/$slug')({
  loader: ({ context: { queryClient, site }, params: { slug } }) => loadAlternatives(queryClient, site, slug),
  head: loadedHead,
  component: AlternativesPage,
})

/** Loads the page of a tool's alternatives: its data and its head. */
async function loadAlternatives(queryClient: QueryClient, site: Site, slug: string) {
  const tool = await queryClient.ensureQueryData(toolQueries.bySlug(slug, '/alternatives/$slug'))
  const { total } = await queryClient.ensureQueryData(toolQueries.alternatives(tool.id, MAX_ALTERNATIVES))
  const title = messages.title({ name: tool.name })
  return {
    title: heads.ofSite({ title, site: site.name }),
    description: messages.introduction({ ...site, name: tool.name, count: total }),
    path: `/alternatives/${slug}`,
    preview: { path: `/social/alternatives/${slug}.png`, alt: title },
    index: total > 0 && tool.allCategories.some(({ tool_count }) => tool_count <= ALIKE_CATEGORY_TOOLS),
  }
}

function AlternativesPage() {
  const site = useSite()
  const { slug } = Route.useParams()
  const { data: tool } = useSuspenseQuery(toolQueries.bySlug(slug, '/alternatives/$slug'))
  const { data: list } = useSuspenseQuery(toolQueries.alternatives(tool.id, MAX_ALTERNATIVES))
  const { upvoted, saved } = useMyMarks(list.tools)
  const name = messages.title({ name: tool.name })
  return (
    <div className="wrap pb-24" key={tool.id}>
      <StructuredData describe={(path) => toolListData({ name, path, total: list.total ?? 0 }, list.tools)} />
      <AlternativesHeader tool={tool} alternatives={list.tools} />
      {list.tools.length === 0 ? (
        <EmptyState title={common.noAlternativesYet}>
          <p>{messages.emptyHelp({ ...site, name: tool.name })}</p>
        </EmptyState>
      ) : (
        <ol className={LIST} aria-label={name}>
          {list.tools.map((other) => (
            <ToolCard
              key={other.id}
              topic={site.topic}
              tool={other}
              description={<Differences tool={other} from={tool} />}
              upvote={<UpvoteControl tool={other} upvoted={upvoted.includes(other.id)} />}
              save={<SaveButton tool={other} saved={saved.includes(other.id)} />}
              compare={<CompareButton tool={other} />}
            />
          ))}
        </ol>
      )}
    </div>
  )
}
