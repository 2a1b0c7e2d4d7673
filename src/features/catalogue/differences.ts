import { isPricing, PLATFORMS } from '#shared/facts.ts'
import { pricings } from '#shared/messages/en/facts.ts'
import * as messages from '~/messages/en/alternatives'

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
      said.push(messages.differs(pricings[tool.pricing], name, pricings[other.pricing].toLowerCase()))
  if (tool.open_source !== null && other.open_source !== null && tool.open_source !== other.open_source)
    said.push(tool.open_source ? messages.openSource(name) : messages.notOpenSource(name))
  if (tool.license && other.license && tool.license !== other.license)
    said.push(messages.differs(tool.license, name, other.license))
  if (tool.platforms.length > 0 && other.platforms.length > 0) {
    const [more, fewer] = [without(tool.platforms, other.platforms), without(other.platforms, tool.platforms)]
    if (more.length > 0) said.push(messages.also(more))
    if (fewer.length > 0) said.push(messages.not(fewer))
  }
  return said
}

const without = (platforms: readonly string[], others: readonly string[]) =>
  PLATFORMS.filter((platform) => platforms.includes(platform) && !others.includes(platform))
