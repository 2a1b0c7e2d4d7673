import type { Platform, Pricing } from '../../facts.ts'

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
