import { limits, tooManyRequests } from '#messages/limits.js'
import type { FailureText } from './errors'

/** Which limit was reached, by the hint of private.refuse_write; the limits of the server give none. */
export function limitText(hint?: string | null): FailureText {
  const [name, allowed = '', since] = (hint ?? '').split(' ')
  const limit = Object.entries(limits).find(([known]) => known === name)?.[1]
  if (typeof limit !== 'function') return limit ?? tooManyRequests
  return (site) => limit({ ...site, allowed, isNew: since === 'new' })
}
