/**
 * Values of facts with a fixed list, by the names of the database (tools_pricing_known, private.known_platforms) and in
 * display order. Their labels: `facts` in languages/.
 */

export const PRICINGS = ['free', 'freemium', 'paid', 'contact-sales'] as const

export const PLATFORMS = [
  'web',
  'ios',
  'android',
  'macos',
  'windows',
  'linux',
  'browser-extension',
  'api',
  'self-hosted',
] as const
export type Platform = (typeof PLATFORMS)[number]

const isOneOf =
  <Name extends string>(names: readonly Name[]) =>
  (value: string): value is Name =>
    names.some((name) => name === value)

export const isPricing = isOneOf(PRICINGS)
export const isPlatform = isOneOf(PLATFORMS)

/** What lists can be filtered by: any value of each, all of them together. Unknown: nobody entered the fact. */
export const FACETS = {
  pricing: [...PRICINGS, 'unknown'],
  open_source: ['yes', 'no', 'unknown'],
  platforms: [...PLATFORMS, 'unknown'],
} as const
export type Facet = keyof typeof FACETS
