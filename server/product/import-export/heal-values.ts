import { getDomain, parse } from 'tldts'
import { lengthOf } from '#shared/catalogue-rules.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Fact } from '#shared/tool-fields.ts'

/** Mends values as other catalogues have them. What cannot be mended is returned as it is, for the rules to refuse. */

const SCHEME = /^https?:[/\\]*/i
const TRACKING = /^(?:utm_[a-z_]+|ref|ref_src|via|fbclid|gclid|msclkid|mc_cid|mc_eid)$/i

/**
 * An address: found in a link or among other words, with a scheme, without white space, and without what says where
 * somebody came from (the parameters of private.address_key). An address with none of these is unchanged.
 */
export function mendAddress(text: string): string {
  const link =
    /\]\(\s*<?([^\s)>]+)>?\s*\)|\bhref\s*=\s*["']?([^"'\s>]+)|(?:^|[\s(<"'])(https?:\/\/[^\s)>"']+)/i.exec(
      text,
    )
  const address = (link?.[1] ?? link?.[2] ?? (isAmongWords(text) ? link?.[3] : undefined) ?? text)
    .trim()
    .replace(/^(?:<(.*)>|"(.*)"|'(.*)'|\((.*)\))$/s, '$1$2$3$4')
  return withoutTracking(withScheme(address))
}

/** Text that has an address and more, such as "Canva (https://canva.com)". */
const isAmongWords = (text: string) => !/^\s*https?:/i.test(text)

function withScheme(address: string): string {
  const [, host, rest = ''] = /^(https?:\/\/[^\s/\\?#]+)([/?#].*)?$/is.exec(address) ?? []
  if (host !== undefined) return `${host}${rest.replace(/\s+/g, '%20')}`
  const bare = address
    .replace(/^h?t?tps?(?:;|:|\.)?\/+/i, '')
    .replace(SCHEME, '')
    .replace(/^:?\/\//, '')
    .replace(/\s*([./:])\s*/g, '$1')
  const named = /^[^/?#]+/.exec(bare)?.[0] ?? ''
  // An address of email is none, nor is a word with a full stop.
  return named.includes('@') || /^[a-z]+:/i.test(bare) || !isDomain(named) ? address : `https://${bare}`
}

/** A host with an ending that exists. */
const isDomain = (host: string) => {
  const { isIcann, domain } = parse(host)
  return domain !== null && isIcann === true
}

function withoutTracking(address: string): string {
  const [, base = '', query, hash = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (query === undefined) return address
  const kept = query.split('&').filter((part) => !TRACKING.test(part.split('=')[0] ?? ''))
  if (kept.length === query.split('&').length) return address
  return `${base}${kept.length > 0 ? '?' : ''}${kept.join('&')}${hash}`
}

/** Windows-1252 by character, for texts in UTF-8 that were read in it. */
const BYTES = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
)
const BROKEN = /[ÂÃÄÅÆÇÈÉÐÑØÙàáâãåæçèéðñøù][\u0080-\u00bf\u0152-\u0178\u0192\u02c6\u02dc\u2013-\u2122]/

/** A text whose letters were read in the wrong encoding, once or twice: "WÃ¼rfel" is "Würfel". */
export function mendLetters(text: string): string {
  let mended = text
  for (let round = 0; round < 2 && BROKEN.test(mended); round++) {
    const bytes = [...mended].map((character) => BYTES.get(character))
    if (bytes.some((byte) => byte === undefined)) return mended
    try {
      mended = new TextDecoder('utf-8', { fatal: true }).decode(
        Uint8Array.from(bytes.map((byte) => byte ?? 0)),
      )
    } catch {
      return mended
    }
  }
  return mended
}

const YES = 'yes y true 1 on x ok ✓ ✔ ☑ ✅ checked ja si sí oui sim да 是 はい نعم wahr vrai verdadero'.split(
  ' ',
)
const NO = 'no n false 0 off ✗ ✘ ☐ ❌ unchecked nein non não нет 否 いいえ لا falsch faux falso'.split(' ')

/** An answer as exports and people write it, or undefined. */
export function mendAnswer(text: string): boolean | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/\ufe0f/g, '')
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/** Words by which the values of our own facts are named, the first that fits counts. */
const WORDS: Record<string, readonly (readonly [string, RegExp])[]> = {
  pricing: [
    ['contact-sales', /contact|request|quote|enterprise|custom|anfrage|consult|問い合わせ|询价|запрос/],
    [
      'freemium',
      /freemium|free (plan|tier|version)|free (and|&|\+|\/|or) paid|free,? paid|basic free|teilweise/,
    ],
    [
      'paid',
      /trial|paid|subscription|premium|purchase|licen[sc]e|kostenpflichtig|bezahl|abo\b|pago|payant|有料|付费|платн|[$€£¥₽]\s*[1-9]|[1-9][\d.,]*\s*([$€£¥₽]|usd|eur)|\bmonth|\byear|\/mo\b/,
    ],
    ['free', /free|gratis|kostenlos|gratuit|無料|免费|бесплат|مجان|^[$€£]?\s*0([.,]0+)?\s*[$€£]?$/],
  ],
  platforms: [
    ['browser-extension', /extension|add-?on|plug-?in|erweiterung|chrome|firefox/],
    ['self-hosted', /self.?host|docker|on.?prem|selbst/],
    ['ios', /\bios\b|iphone|ipad|app store/],
    ['macos', /mac|os ?x/],
    ['android', /android|google play|play store/],
    ['windows', /windows|\bpc\b|\bwin\b/],
    ['linux', /linux|ubuntu|debian/],
    ['api', /\bapi\b|rest\b|sdk/],
    ['web', /web|browser|online|saas|cloud/],
  ],
}

/** The value that a word means; undefined if that is not clear. */
export function mendChoice({ column, values, labels }: Fact, text: string): string | undefined {
  const word = text.trim().toLowerCase()
  const near = (other: string) => looseOf(other) === looseOf(word)
  const named = values.find((value) => near(value) || near(labels[value] ?? value))
  if (named) return named
  const meant = ownValue(WORDS, column)?.find(([, pattern]) => pattern.test(word))?.[0]
  return meant !== undefined && values.includes(meant) ? meant : undefined
}

const looseOf = (word: string) =>
  word
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<=..)(?:es|s)$/, '')

/** The only number in a text, such as "60 minutes"; undefined for none, several, or one that reads in two ways. */
export function mendNumber(text: string): string | undefined {
  const [found, ...more] = text.match(/-?\d+(?:[.,]\d+)*/g) ?? []
  if (found === undefined || more.length > 0 || /^-?\d{1,3}[.,]\d{3}$/.test(found)) return undefined
  return found.replace(',', '.')
}

/** A text within the limit, cut after a word. */
export function cutText(text: string, limit: number): string {
  if (lengthOf(text) <= limit) return text
  const kept = [...text].slice(0, limit - 1).join('')
  const atWord = kept.replace(/\s+\S*$/, '')
  return `${(atWord.length > kept.length / 2 ? atWord : kept).trimEnd()}…`
}

/** The names in a cell: by line, semicolon or bar; by comma only where there is none of these. */
export function splitNames(cell: string): string[] {
  const parts = /[;|\n]/.test(cell) ? cell.split(/[;|\n]+/) : cell.split(',')
  // The last part of a path, as in "Software > Video".
  return parts.map((part) => part.split(' > ').at(-1)?.trim() ?? '').filter(Boolean)
}

/** A name for a tool without one, by its address. */
export function nameOfAddress(address: string): string | undefined {
  const domain = getDomain(address)
  const word = domain?.split('.')[0]
  return word && `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
