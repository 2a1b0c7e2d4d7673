import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as more from '#messages/alternatives.js'
import * as common from '#messages/common.js'
import { Logo } from '~/components/logo'
import { Button } from '~/components/ui/button'
import { SectionTitle } from '~/components/ui/section-title'
import { Skeleton } from '~/components/ui/skeleton'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { type Alternative, type ToolRow, toolQueries } from './tool-page-data'

/** The section 'Alternatives' of a tool's page, with links to pages that show more. */
export function AlternativesSection({ tool }: { tool: ToolRow }) {
  const site = useSite()
  const { data, error, refetch } = useQuery(toolQueries.alternatives(tool.id))
  return (
    <div className="min-w-0">
      <aside aria-labelledby="alternatives">
        <SectionTitle id="alternatives">{common.alternatives}</SectionTitle>
        {data && <AlternativeLinks tools={data.tools} />}
        {error && (
          <div role="alert" className="mt-3 grid justify-items-start gap-3 text-ink-soft">
            {failureText(error, site)}
            <Button variant="quiet" size="sm" onClick={() => refetch()}>
              {common.tryAgain}
            </Button>
          </div>
        )}
        {!data && !error && <AlternativesSkeleton />}
      </aside>
      {data && data.tools.length > 0 && (
        <p className="mt-3 grid justify-items-start text-[13px]">
          <Link to="/alternatives/$slug" params={{ slug: tool.slug }} dir="auto" className="link target">
            {more.allAlternatives({ name: tool.name })}
          </Link>
          <CompareNearest tool={tool} alternatives={data.tools} />
        </p>
      )}
    </div>
  )
}

/** A link to the comparison of a tool with its nearest alternatives, as many as fit. */
export function CompareNearest({
  tool,
  alternatives,
}: {
  tool: ToolRow
  alternatives: readonly Alternative[]
}) {
  const nearest = alternatives.slice(0, 3).map(({ slug }) => slug)
  return (
    <Link to="/compare" search={{ tools: [tool.slug, ...nearest] }} rel="nofollow" className="link target">
      {more.compareThem({ count: nearest.length })}
    </Link>
  )
}

type Linked = Pick<Alternative, 'id' | 'slug' | 'name' | 'logo' | 'short_description' | 'upvote_count'>

/** Other tools, as links to their pages. */
export function AlternativeLinks({ tools }: { tools: readonly Linked[] }) {
  if (tools.length === 0) return <p className="mt-2 text-[14px] text-ink-faint">{common.noAlternativesYet}</p>
  return (
    <ul className="-mx-2.5 mt-3 grid gap-1">
      {tools.map(({ id, slug, name, logo, short_description, upvote_count }) => (
        <li key={id}>
          <Link
            to="/tools/$slug"
            params={{ slug }}
            className={`${ALTERNATIVE_ROW} transition-colors hover:bg-sunken`}
          >
            <Logo tool={{ name, logo }} size="sm" />
            <span className="min-w-0">
              <span dir="auto" className="block text-sm leading-[1.3] font-[550]">
                {name}
              </span>
              <span dir="auto" className="mt-0.5 line-clamp-2 text-[13px] leading-[1.4] text-ink-soft">
                {short_description}
              </span>
              <span className="mt-0.5 block text-[12.5px] leading-normal text-ink-faint tabular-nums">
                {more.recommendations({ count: upvote_count })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** An alternative's grid, shared with its skeleton so that nothing shifts. */
const ALTERNATIVE_ROW = 'grid grid-cols-[36px_1fr] items-start gap-3 rounded-[11px] px-2.5 py-[9px]'

export function AlternativesSkeleton() {
  return (
    <div className="-mx-2.5 mt-3 grid content-start gap-1" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={ALTERNATIVE_ROW}>
          <Skeleton className="size-9 rounded-[10px]" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  )
}
