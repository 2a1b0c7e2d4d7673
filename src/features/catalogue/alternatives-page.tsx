import { Link } from '@tanstack/react-router'
import { Reason, signature } from '~/components/reason'
import { Breadcrumb } from '~/components/ui/breadcrumb'
import { useSite } from '~/lib/site-data'
import * as messages from '~/messages/en/alternatives'
import { CompareNearest } from './alternatives'
import { describeDifferences } from './differences'
import type { Alternative, ToolRow } from './tool-page-data'

/** The header of a tool's alternatives page. */
export function AlternativesHeader({
  tool,
  alternatives,
}: {
  tool: ToolRow
  alternatives: readonly Alternative[]
}) {
  const site = useSite()
  const { categories: category } = tool
  return (
    <>
      <Breadcrumb
        links={[
          <Link key="home" to="/">
            {messages.home}
          </Link>,
          ...(category
            ? [
                <Link key="category" to="/categories/$slug" params={{ slug: category.slug }} dir="auto">
                  {category.name}
                </Link>,
              ]
            : []),
          <Link key="tool" to="/tools/$slug" params={{ slug: tool.slug }} dir="auto">
            {tool.name}
          </Link>,
        ]}
        current={messages.alternatives}
      />
      <header className="pt-7 pb-6 md:pt-9 md:pb-8">
        <h1 dir="auto" className="display text-[38px] md:text-[52px]">
          {messages.title(tool.name)}
        </h1>
        {alternatives.length > 0 && (
          <>
            <p dir="auto" className="mt-3.5 max-w-[56ch] text-[17px] text-pretty text-ink-soft">
              {messages.introduction(site, tool.name, alternatives.length)}
            </p>
            <p className="mt-2.5 text-sm">
              <CompareNearest tool={tool} alternatives={alternatives} />
            </p>
          </>
        )}
      </header>
    </>
  )
}

/** An alternative with its differences from the tool and its newest recommendation. */
export function Differences({ tool, from }: { tool: Alternative; from: ToolRow }) {
  const differences = describeDifferences(tool, from)
  return (
    <>
      <p dir="auto">{tool.short_description}</p>
      {differences.length > 0 && (
        <ul className="differences" aria-label={messages.apart(from.name)}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {tool.latest_reason && (
        <Reason size="aside" reason={tool.latest_reason}>
          {signature(tool.latest_writer)}
        </Reason>
      )}
    </>
  )
}
