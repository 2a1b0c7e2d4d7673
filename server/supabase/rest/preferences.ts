import { RestError } from './rest-error.ts'
import type { WritePreferences } from './write-sql.ts'

/** What the headers of a request to /rest/v1 request. */
export interface Preferences extends WritePreferences {
  /** The total number of rows; always exact, also where the planner's estimate would do. */
  isCounted: boolean
  /** The written rows. */
  isAnswered: boolean
  /** A HEAD request: the rows are counted and not sent. */
  isHead: boolean
  /** One object instead of a list. */
  isSingle: boolean
  range: { from: number; to: number | undefined } | undefined
  /** A change or deletion of more rows is rolled back. */
  maxAffected: number | undefined
  /** The preferences of `Prefer` that are applied. */
  applied: string[]
}

const SINGLE = 'application/vnd.pgrst.object+json'
const PREFERENCES = new Set([
  ...['count=exact', 'count=planned', 'count=estimated'],
  ...['return=representation', 'return=minimal', 'return=headers-only', 'missing=default'],
  ...['resolution=merge-duplicates', 'resolution=ignore-duplicates', 'handling=strict', 'handling=lenient'],
])
const MAX_AFFECTED = /^max-affected=(\d{1,9})$/

/** Throws a RestError for another schema, or if the client accepts no JSON. */
export function readPreferences({ method, headers }: Request): Preferences {
  const isRead = method === 'GET' || method === 'HEAD'
  const schema = headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (schema && schema !== 'public')
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: 'Only the following schemas are exposed: public',
    })
  const accepted = (headers.get('accept') ?? '*/*').split(',').map((each) => each.split(';')[0]?.trim())
  const isSingle = accepted.includes(SINGLE)
  const takesJson = accepted.some((type) => type === '' || type === '*/*' || type === 'application/*')
  if (!isSingle && !takesJson && !accepted.includes('application/json'))
    throw new RestError(406, 'PGRST107', `None of these media types are available: ${headers.get('accept')}`)
  const preferred = (headers.get('prefer') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const isStrict = preferred.includes('handling=strict')
  const isKnown = (each: string) => PREFERENCES.has(each) || (isStrict && MAX_AFFECTED.test(each))
  const applied = preferred.filter(isKnown)
  if (isStrict && applied.length < preferred.length)
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${preferred.filter((each) => !isKnown(each)).join(', ')}`,
    })
  const [maxAffected] = applied.flatMap((each) => MAX_AFFECTED.exec(each)?.[1] ?? [])
  return {
    isCounted: applied.some((each) => each.startsWith('count=')),
    isAnswered: applied.includes('return=representation'),
    isHead: method === 'HEAD',
    isSingle,
    hasDefaults: applied.includes('missing=default'),
    onConflict: applied.includes('resolution=merge-duplicates')
      ? 'merge'
      : applied.includes('resolution=ignore-duplicates')
        ? 'ignore'
        : undefined,
    range: readRange(headers.get('range')),
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
    applied,
  }
}

function readRange(text: string | null): Preferences['range'] {
  const [, from, to] = /^(\d{1,9})-(\d{0,9})$/.exec(text?.trim() ?? '') ?? []
  if (from === undefined) return undefined
  if (to && Number(to) < Number(from))
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  return { from: Number(from), to: to ? Number(to) : undefined }
}

export const contentType = ({ isSingle }: Preferences) =>
  `${isSingle ? SINGLE : 'application/json'}; charset=utf-8`
