import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { type Client, Unfetched } from './client.ts'

/** Enough for any site's; a longer one of hostile patterns would keep the process busy. */
const MAX_BYTES = 100 * 1024

/** What robots.txt of a site allows this client, asked once an hour. */
export function createRobots(userAgent: string, fetch: Client['fetch']) {
  const known = new LRUCache<string, (url: string) => boolean>({
    max: 1000,
    ttl: 3_600_000,
    ignoreFetchAbort: true,
    fetchMethod: ask,
  })

  async function ask(origin: string): Promise<(url: string) => boolean> {
    const address = `${origin}/robots.txt`
    const { status, bytes } = await fetch(address, { maxBytes: MAX_BYTES })
    // 502 and beyond are of what stands before a server: it tells more than that we may not ask further.
    if (status > 501 && status < 600) throw new Unfetched('unavailable')
    if (status >= 500) return () => false
    if (status >= 400) return () => true
    const robots = robotsParser(address, bytes.toString('utf8'))
    return (url) => robots.isAllowed(url, userAgent) !== false
  }

  return {
    /** Rejects if the site cannot be asked. */
    allows: async ({ origin, href }: URL): Promise<boolean> => (await known.forceFetch(origin))(href),
  }
}
