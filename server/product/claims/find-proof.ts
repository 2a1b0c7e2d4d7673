import { type Client, type Obstacle, Unfetched } from '../../host/fetch/client.ts'
import { isMissing } from '../../host/fetch/names.ts'
import { hostOf, isSameSite, ownDomainOf } from './domains.ts'
import { readMetaTags } from './read-head.ts'

/** The name of the tag, and what the record begins with: of no product, so that a site of another name need not explain it. */
const NAME = 'maker-claim'

/** Where a claim by a tag or a record says so. */
interface Proof {
  method: 'tag' | 'record'
  /** The tool's website. */
  url: string
  token: string
}

/** Why a claim is not proved: what hinders the asking, or what is not there. */
export type WhyNot =
  | Obstacle
  | 'no_tag'
  | 'no_record'
  | 'error_page'
  | 'moved_away'
  | 'shared'
  | 'elsewhere'
  | 'unknown'

/** Trying again is no use until somebody changes the claim. */
export const isFinal = (why: WhyNot): boolean => ['address', 'private', 'shared', 'elsewhere'].includes(why)

/** Looks for it; undefined: it is there. */
export const findProof = (client: Client, proof: Proof): Promise<WhyNot | undefined> =>
  proof.method === 'tag' ? findTag(client, proof) : findRecord(client, proof)

const MAX_BYTES = 256 * 1024
/** In anything else what others wrote may stand as it is. */
const HTML = /^(text\/html|application\/xhtml\+xml)\s*(;|$)/i

async function findTag(client: Client, { url, token }: Proof): Promise<WhyNot | undefined> {
  try {
    const page = await client.fetch(url, { maxBytes: MAX_BYTES, accept: 'text/html,application/xhtml+xml' })
    // What another site says is that site's.
    if (!isSameSite(page.url, url)) return 'moved_away'
    if (page.status >= 400) return 'error_page'
    if (!HTML.test(page.headers['content-type'] ?? 'text/html')) return 'answer'
    return readMetaTags(page.bytes.toString('utf8'), NAME).includes(token) ? undefined : 'no_tag'
  } catch (error) {
    if (error instanceof Unfetched) return error.obstacle
    throw error
  }
}

async function findRecord({ names }: Client, { url, token }: Proof): Promise<WhyNot | undefined> {
  const domain = ownDomainOf(url)
  if (!domain) return 'shared'
  for (const host of new Set([hostOf(url), domain])) {
    const texts = await names.texts(host).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error) return isMissing(error) ? [] : undefined
      throw error
    })
    if (!texts) return 'timeout'
    if (texts.some((text) => text.trim() === `${NAME}=${token}`)) return undefined
  }
  return 'no_record'
}
