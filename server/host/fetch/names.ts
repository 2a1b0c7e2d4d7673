import dns from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { codeOf } from '../../lib/unknown.ts'

/** What names of the internet stand for. */
export interface Names {
  /** The addresses of a host, as the system resolves them. Rejects if there are none. */
  addresses(host: string): Promise<string[]>
  /** The texts of its TXT records; none if it has no such records. */
  texts(host: string): Promise<string[]>
}

const MISSING = new Set(['ENOTFOUND', 'ENODATA'])

/** Whether there is no such name, or no such record of it: asking again soon is of little use. */
export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error))

/** The resolver of this machine. */
export function systemNames(): Names {
  const resolver = new dns.Resolver({ timeout: 3000, tries: 2 })
  return {
    addresses: async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address),
    texts: async (host) => {
      const records = await resolver.resolveTxt(host).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      return records.map((parts) => parts.join(''))
    },
  }
}

/** Of public ranges, but answered by the machine's own host: Azure's service for its virtual machines. */
const OF_THE_HOST = new Set(['168.63.129.16'])

/**
 * Whether an address is a server's on the internet: not this machine, not a network of its own, not one that a special
 * range leads to by a detour, such as IPv4 inside IPv6.
 */
export function isOnTheInternet(address: string): boolean {
  if (!ipaddr.isValid(address) || OF_THE_HOST.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // Of IPv6 only what is given out: what is not may be given a meaning.
  return parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse('2000::'), 3)
}
