import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import { Logo } from '~/components/logo'
import { contributionQueries, type ToolAt } from './contribution-data'

/** The tools that stand at an address already, instead of a second one. */
export function ToolsAt({ tools }: { tools: readonly ToolAt[] }) {
  return (
    <section aria-label={messages.listedAlready} className="card px-5 py-5">
      <p role="status" className="font-medium">
        {messages.listedAlready}
      </p>
      <ul className="mt-3 grid gap-3">
        {tools.map((tool) => (
          <li key={tool.id} className="flex items-start gap-3.5">
            <Logo tool={tool} size="sm" />
            <div className="min-w-0">
              <Link to="/tools/$slug" params={{ slug: tool.slug }} dir="auto" className="link font-medium">
                {tool.name}
              </Link>
              <p dir="auto" className="text-ink-soft text-sm">
                {tool.short_description}
              </p>
              <Link
                to="/suggest/$slug"
                params={{ slug: tool.slug }}
                className="link text-sm pointer-coarse:py-2.5"
              >
                {common.suggestAChange}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same, looked up for a form whose address was refused. */
export function ToolsAtAddress({ address }: { address: string }) {
  const { data = [] } = useQuery(contributionQueries.toolsAt(address))
  return data.length > 0 && <ToolsAt tools={data} />
}
