import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '~/components/ui/breadcrumb'
import * as messages from '~/messages/en/alternatives'
import { describeDifferences } from './differences'
import type { Alternative, ToolRow } from './tool-data'

/** The header of a tool's alternatives page. */
export function AlternativesHeader({
  tool,
  alternatives,
}: {
  tool: ToolRow
  alternatives: readonly Alternative[]
}) {
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
          <p className="mt-3.5 max-w-[56ch] text-[17px] text-pretty text-ink-soft">
            {messages.introduction(tool.name, alternatives.length)}
          </p>
        )}
      </header>
    </>
  )
}

/** An alternative with its differences from the tool and its newest recommendation. */
export function SetApart({ tool, from }: { tool: Alternative; from: ToolRow }) {
  const differences = describeDifferences(tool, from)
  return (
    <>
      <p dir="auto">{tool.short_description}</p>
      {differences.length > 0 && (
        <ul className="set-apart" aria-label={messages.apart(from.name)}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {tool.latest_reason && (
        <blockquote className="found-quote">
          <p dir="auto">{tool.latest_reason}</p>
          <footer>{tool.latest_writer ? `@${tool.latest_writer}` : messages.anonymous}</footer>
        </blockquote>
      )}
      <Link
        to="/compare"
        search={{ tools: [from.slug, tool.slug] }}
        rel="nofollow"
        className="compare-with"
        aria-label={messages.compareBoth(tool.name, from.name)}
      >
        {messages.compareWith(from.name)}
      </Link>
    </>
  )
}
