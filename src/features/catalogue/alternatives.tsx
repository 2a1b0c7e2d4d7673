import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Logo } from '~/components/logo'
import { Button } from '~/components/ui/button'
import { SectionTitle } from '~/components/ui/section-title'
import * as messages from '~/messages/en/tool-page'
import { ALTERNATIVE_ROW, AlternativesSkeleton } from './skeletons'
import type { Alternative } from './tools-data'
import { toolQueries } from './tools-data'

/** The section 'Alternatives' of a tool's page. */
export function AlternativesSection({ toolId }: { toolId: string }) {
  const { data, error, refetch } = useQuery(toolQueries.alternatives(toolId))
  return (
    <aside aria-labelledby="alternatives">
      <SectionTitle id="alternatives">{messages.alternatives}</SectionTitle>
      {data && <Alternatives tools={data} />}
      {error && (
        <div role="alert" className="mt-3 grid justify-items-start gap-3 text-ink-soft">
          {error.message}
          <Button variant="quiet" size="sm" onClick={() => refetch()}>
            {messages.tryAgain}
          </Button>
        </div>
      )}
      {!data && !error && <AlternativesSkeleton />}
    </aside>
  )
}

/** Other tools of the same categories, as links to their pages. */
function Alternatives({ tools }: { tools: readonly Alternative[] }) {
  if (tools.length === 0)
    return <p className="mt-2 text-[14px] text-ink-faint">{messages.noAlternativesYet}</p>
  return (
    <ul className="-mx-2.5 mt-3 grid gap-1">
      {tools.map(({ id, slug, name, logo, category_name }) => (
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
              <span dir="auto" className="block truncate text-[12.5px] leading-normal text-ink-faint">
                {category_name}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
