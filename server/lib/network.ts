import ipaddr from 'ipaddr.js'

/**
 * The network an address is counted by: an IPv4 address itself, an IPv6 address by its /64, because a client may use
 * any address of it. Proxies write addresses in many ways: with a port, in brackets, with a zone, IPv4 inside IPv6. All
 * invalid addresses share one network, so that inventing them does not evade a limit.
 */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** Whether an address is a client's on the internet: one of this machine or a private network may be a proxy's. */
export const isPublic = (address: string): boolean => parseAddress(address)?.range() === 'unicast'

/** An address in the form Node uses for a connection: shortest notation, IPv4-mapped addresses as IPv4. */
export function plainAddress(address: string): string {
  return parseAddress(address)?.toString() ?? address
}

function parseAddress(written: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = written.trim()
  const host =
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  const bare = host.replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined
}
