import { Link } from '@tanstack/react-router'
import * as messages from '#messages/alternatives.js'
import * as common from '#messages/common.js'
import { pricings } from '#messages/facts.js'
import { isPricing, PLATFORMS, type Platform } from '#shared/facts.ts'
import { MemberLink } from '~/components/member-link'
import { Reason } from '~/components/reason'
import { Breadcrumb } from '~/components/ui/breadcrumb'
import { inWords } from '~/lib/name-lists'
import { useSite } from '~/lib/site-data'
import { inSentence } from '~/lib/texts'
import { useFacts } from '~/lib/use-facts'
import { CompareNearest } from './alternatives'
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
        current={common.alternatives}
      />
      <header className="pt-7 pb-6 md:pt-9 md:pb-8">
        <h1 dir="auto" className="display text-[38px] md:text-[52px]">
          {messages.title({ name: tool.name })}
        </h1>
        {alternatives.length > 0 && (
          <>
            <p dir="auto" className="mt-3.5 max-w-[56ch] text-[17px] text-pretty text-ink-soft">
              {messages.introduction({ ...site, name: tool.name, count: alternatives.length })}
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
  const facts = useFacts()
  const has = (column: string) => facts.some((fact) => fact.column === column)
  const known = <T extends Facts>(one: T): T => ({
    ...one,
    pricing: has('pricing') ? one.pricing : null,
    open_source: has('open_source') ? one.open_source : null,
    license: has('license') ? one.license : null,
    platforms: has('platforms') ? one.platforms : [],
  })
  const differences = describeDifferences(known(tool), known(from))
  return (
    <>
      <p dir="auto">{tool.short_description}</p>
      {differences.length > 0 && (
        <ul
          aria-label={messages.apart({ name: from.name })}
          className="flex basis-full flex-wrap gap-x-4 gap-y-0.5 text-[13.5px] max-md:flex-col"
        >
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {tool.latest_reason && (
        <Reason size="aside" reason={tool.latest_reason}>
          <MemberLink username={tool.latest_writer} hasPage={tool.writer_has_page} className="z-1" />
        </Reason>
      )}
    </>
  )
}

/** The facts of a tool, as stored. */
export type Facts = {
  pricing: string | null
  open_source: boolean | null
  license: string | null
  platforms: readonly string[]
}

/** The differences of a tool from one called `name`, in words: only where the facts of both are known. */
export function describeDifferences(tool: Facts, other: Facts & { name: string }): string[] {
  const { name } = other
  const said: string[] = []
  if (tool.pricing !== other.pricing && tool.pricing && isPricing(tool.pricing))
    if (other.pricing && isPricing(other.pricing))
      said.push(
        messages.differs({
          value: pricings[tool.pricing],
          name,
          other: inSentence(pricings[other.pricing]),
        }),
      )
  if (tool.open_source !== null && other.open_source !== null && tool.open_source !== other.open_source)
    said.push(tool.open_source ? messages.openSource({ name }) : messages.notOpenSource({ name }))
  if (tool.license && other.license && tool.license !== other.license)
    said.push(messages.differs({ value: tool.license, name, other: other.license }))
  if (tool.platforms.length > 0 && other.platforms.length > 0) {
    const [more, fewer] = [without(tool.platforms, other.platforms), without(other.platforms, tool.platforms)]
    if (more.length > 0) said.push(messages.also({ places: places(more, 'conjunction') }))
    if (fewer.length > 0) said.push(messages.not({ places: places(fewer, 'disjunction') }))
  }
  return said
}

/** Platforms within a sentence: 'on iOS and the web, or with an API'. */
function places(platforms: readonly Platform[], type: 'conjunction' | 'disjunction'): string {
  const names: Partial<Record<Platform, string>> = messages.places
  const ways: Partial<Record<Platform, string>> = messages.ways
  const on = platforms.flatMap((platform) => names[platform] ?? [])
  const other = platforms.flatMap((platform) => ways[platform] ?? [])
  return inWords(
    [...(on.length > 0 ? [messages.onPlaces({ places: inWords(on, type) })] : []), ...other],
    type,
  )
}

const without = (platforms: readonly string[], others: readonly string[]) =>
  PLATFORMS.filter((platform) => platforms.includes(platform) && !others.includes(platform))
