import type { PageKind } from '#shared/numbers.ts'
import { isSlug } from '#shared/slug-pattern.ts'

/** What of a visit is counted: never an address with what is behind its question mark. */

/** By the first part of their paths. */
export const COUNTED_PAGES: ReadonlyMap<string, PageKind> = new Map([
  ...pagesOf('home', ['']),
  ...pagesOf('categories', ['categories']),
  ...pagesOf('search', ['search']),
  ...pagesOf('compare', ['compare']),
  ...pagesOf('contribute', ['submit']),
  ...pagesOf('account', [
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'verify-email',
    'profile',
  ]),
  ...pagesOf('moderation', ['moderation']),
  ...pagesOf('ranking', ['ranking']),
  ...pagesOf('texts', ['about', 'terms', 'privacy']),
])

/** Pages of one tool, category, list or member. */
export const PAGES_OF_ONE: ReadonlyMap<string, PageKind> = new Map([
  ...pagesOf('tool', ['tools']),
  ...pagesOf('category', ['categories']),
  ...pagesOf('alternatives', ['alternatives']),
  ...pagesOf('list', ['lists']),
  ...pagesOf('member', ['members']),
  ...pagesOf('contribute', ['suggest', 'claim']),
])

function pagesOf(kind: PageKind, names: readonly string[]): [string, PageKind][] {
  return names.map((name) => [name, kind])
}

/** The page at a path without a language's prefix; undefined where visits are not counted, such as the dashboard's. */
export function pageOf(path: string): { kind: PageKind; slug?: string } | undefined {
  const [, first = '', slug, more] = path.split('/')
  const kind =
    slug === undefined ? COUNTED_PAGES.get(first) : more === undefined ? PAGES_OF_ONE.get(first) : undefined
  return kind && (slug === undefined ? { kind } : { kind, slug })
}

/** A tool's or a category's; what is none is counted among others. */
export const slugOf = (text: string): string => (isSlug(text) ? text : '')

const LONGEST_WORDS = 60

/**
 * Searched words in one form; empty if they may name or reach a person: an address or a telephone number. Without
 * characters of control, of which the database takes not all.
 */
export function wordsOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim()
  return words.includes('@') || /\d(?:[\s().+/-]*\d){5}/.test(words)
    ? ''
    : [...words].slice(0, LONGEST_WORDS).join('').trim()
}

/** The host a visitor comes from, without www; empty if it has none of at most 100 plain characters. */
export const hostOf = (referrer: string): string =>
  /^https?:\/\/(?:www\.)?([a-z0-9][a-z0-9.-]{0,99})(?=[:/?#]|$)/i.exec(referrer)?.[1]?.toLowerCase() ?? ''
