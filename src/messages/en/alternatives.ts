import type { Platform } from '#shared/facts.ts'
import type { Words } from '#shared/words.ts'

/** Texts of the screen: the alternatives of a tool, and what sets each apart. */

export const alternatives = 'Alternatives'
export const noAlternatives = 'No alternatives yet'
export const home = 'Home'

export const title = (name: string) => `Alternatives to ${name}`
export const introduction = ({ item, items }: Words, name: string, count: number) =>
  count === 1
    ? `One ${item} like ${name}: what differs, and why people recommend it`
    : `${count} ${items} like ${name}: what differs, and why people recommend them`
export const emptyHelp = ({ item }: Words, name: string) => `No other ${item} shares a category with ${name}.`
export const apart = (name: string) => `Compared with ${name}`

/** A value of the tool, and that of the other. */
export const differs = (value: string, name: string, other: string) => `${value} (${name}: ${other})`
export const openSource = (name: string) => `Open source, unlike ${name}`
export const notOpenSource = (name: string) => `Not open source, unlike ${name}`
export const also = (platforms: readonly Platform[]) => `Also ${list(platforms, 'and')}`
export const not = (platforms: readonly Platform[]) => `Not ${list(platforms, 'or')}`

/** Platforms within a sentence: after 'on', or alone. */
const places: Partial<Record<Platform, string>> = {
  web: 'the web',
  ios: 'iOS',
  android: 'Android',
  macos: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
  'self-hosted': 'your own server',
}
const ways: Partial<Record<Platform, string>> = {
  'browser-extension': 'as a browser extension',
  api: 'with an API',
}

function list(platforms: readonly Platform[], last: 'and' | 'or'): string {
  const on = platforms.flatMap((platform) => places[platform] ?? [])
  const other = platforms.flatMap((platform) => ways[platform] ?? [])
  return inWords([...(on.length > 0 ? [`on ${inWords(on, last)}`] : []), ...other], last)
}

const inWords = (names: string[], last: string) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`

export const recommendations = (count: number) =>
  count === 1 ? '1 recommendation' : `${count} recommendations`
export const allAlternatives = (name: string) => `All alternatives to ${name}`
export const compareThem = (count: number) =>
  count === 1 ? 'Compare the two side by side' : `Compare with the first ${count === 2 ? 'two' : 'three'}`
