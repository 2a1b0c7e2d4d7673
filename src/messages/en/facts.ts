import type { FactField } from '~/rules/fact-fields'
import { isPlatform, isPricing, type Platform, type Pricing } from '../../rules/facts.ts'

/** The labels of a tool's facts and their values. */
export const factNames = {
  pricing: 'Pricing',
  open_source: 'Open source',
  license: 'License',
  repository_url: 'Repository',
  platforms: 'Platforms',
  long_description: 'Details',
}

export const unknown = 'Unknown'

export const pricings: Record<Pricing, string> = {
  free: 'Free',
  freemium: 'Freemium',
  paid: 'Paid',
  'contact-sales': 'Contact sales',
}

export const openSource = { yes: 'Yes', no: 'No' }

export const platforms: Record<Platform, string> = {
  web: 'Web',
  ios: 'iOS',
  android: 'Android',
  macos: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
  'browser-extension': 'Browser extension',
  api: 'API',
  'self-hosted': 'Self-hosted',
}

/** The label of a stored or typed value; undefined if unknown. */
export function factWords(field: FactField, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map((each) => factWords(field, each)).join(', ') || undefined
  const word = String(value)
  if (field === 'pricing' && isPricing(word)) return pricings[word]
  if (field === 'platforms' && isPlatform(word)) return platforms[word]
  if (field === 'open_source') return word === 'true' ? openSource.yes : openSource.no
  return word
}
