import { AwsClient } from 'aws4fetch'
import { IMAGE_TYPES } from '../../images/image-type.ts'
import type { S3Config } from '../../lib/config.ts'
import { TakenFolder } from './site-folder.ts'
import {
  BUCKET,
  DEFAULT_MAX_AGE,
  isLogoName,
  type LogoEntry,
  type LogoStore,
  type NewLogo,
  type StoredLogo,
  StoreError,
} from './store.ts'

/**
 * Logos in an S3-compatible bucket, which several processes and sites can share. They are stored below
 * `<folder of the site>/tool-logos/`; other objects are never listed or deleted.
 */

/** A bucket that does not answer within this time counts as down. */
const TIMEOUT_MS = 8000

/** `address` is the one of this site; undefined: a command, which only adds and does not claim. */
export function createS3Store(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config,
  folder: string,
  address?: string,
): LogoStore & { claim(): Promise<void> } {
  const prefix = `${folder}/${BUCKET}/`
  const mark = `${folder}/site.txt`
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const bucketUrl = `${endpoint}/${bucket}`

  /** `whole`: the timeout includes reading the body; otherwise the body is streamed at the client's speed. */
  async function ask(address: string, init: RequestInit = {}, whole = true): Promise<Response> {
    const { headers } = await client.sign(address, init)
    const timeout = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    // Aborts the request without waiting for it: an abort signal may get lost on the way.
    const timer = setTimeout(() => {
      reject(new StoreError('no answer in time'))
      timeout.abort()
    }, TIMEOUT_MS)
    const body = (response: Response) => (whole ? wholeOf(response) : response)
    try {
      return await Promise.race([
        late,
        fetch(address, { ...init, headers, signal: timeout.signal }).then(body),
      ])
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError(reasonOf(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
  const object = (name: string, init?: RequestInit, whole?: boolean) =>
    ask(`${bucketUrl}/${prefix}${name}`, init, whole)

  let isClaimed = address === undefined
  async function claim(isAgain = false): Promise<void> {
    if (isClaimed) return
    const found = await ask(`${bucketUrl}/${mark}`)
    if (!found.ok && found.status !== 404) throw await refusal(found)
    const owner = found.ok ? (await found.text()).trim() : undefined
    if (owner && owner !== address) throw new TakenFolder(bucket, mark, owner)
    // A site that had no address before has one now.
    if (owner !== address) {
      const condition = owner === undefined ? { 'if-none-match': '*' } : undefined
      const init = {
        method: 'PUT',
        body: `${address}\n`,
        headers: { 'content-type': 'text/plain', ...condition },
      }
      const written = await ask(`${bucketUrl}/${mark}`, init)
      // Another process marked it at the same moment: read what it wrote.
      if (!isAgain && (written.status === 412 || written.status === 409)) return claim(true)
      await demand(written)
    }
    isClaimed = true
  }

  async function put(name: string, { bytes, type, maxAge }: NewLogo): Promise<'kept' | 'exists'> {
    await claim()
    // Services without conditional puts ignore the condition below; for them this check is the only protection.
    const there = await object(name, { method: 'HEAD' })
    if (there.ok) return 'exists'
    if (there.status !== 404) throw await refusal(there)
    const response = await object(name, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: {
        'content-type': type,
        'cache-control': `max-age=${maxAge}`,
        'if-none-match': '*',
      },
    })
    // 409: a concurrent put of the same name.
    if (response.status === 412 || response.status === 409) return 'exists'
    await demand(response)
    return 'kept'
  }

  async function get(name: string): Promise<StoredLogo | undefined> {
    const { status, ok, headers } = await object(name, { method: 'HEAD' })
    // A HEAD response has no body that says whether the object or the bucket is missing; a list does.
    if (status === 404) return (await bucketIsThere()) ? undefined : fail('NoSuchBucket')
    if (!ok) return fail(String(status))
    const type = IMAGE_TYPES.find((known) => known === headers.get('content-type'))
    // Objects from elsewhere without an image type are not served.
    if (!type) return undefined
    return {
      type,
      size: Number(headers.get('content-length')),
      maxAge: Number(/max-age=(\d{1,9})/.exec(headers.get('cache-control') ?? '')?.[1] ?? DEFAULT_MAX_AGE),
      modified: dateOf(headers.get('last-modified') ?? ''),
      etag: headers.get('etag') ?? `"${name}"`,
      read: async () => Buffer.from(await (await demand(await object(name))).arrayBuffer()),
      stream: async () => (await demand(await object(name, {}, false))).body ?? new ReadableStream(),
    }
  }

  async function list(): Promise<LogoEntry[]> {
    const entries: LogoEntry[] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (token) query.set('continuation-token', token)
      const response = await ask(`${bucketUrl}?${query}`)
      await demand(response)
      const xml = await response.text()
      for (const [, content = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const name = field(content, 'Key').slice(prefix.length)
        if (isLogoName(name))
          entries.push({
            name,
            size: Number(field(content, 'Size')),
            modified: dateOf(field(content, 'LastModified')),
          })
      }
      token =
        field(xml, 'IsTruncated') === 'true' ? field(xml, 'NextContinuationToken') || undefined : undefined
    }
    return entries
  }

  async function bucketIsThere(): Promise<boolean> {
    const response = await ask(`${bucketUrl}?list-type=2&max-keys=1&prefix=${prefix}`)
    return response.status !== 404
  }

  return {
    put,
    get,
    list,
    /** Throws a TakenFolder if the logos belong to a site at another address; until it succeeded nothing is written. */
    claim: () => claim(),
    remove: async (name) => {
      await claim()
      // DELETE answers the same whether the object existed or not.
      const there = await object(name, { method: 'HEAD' })
      if (there.status === 404) return false
      await demand(there)
      await demand(await object(name, { method: 'DELETE' }))
      return true
    },
    // Uploads to a bucket are atomic, so there are no partial files.
    removeLeftovers: async () => 0,
  }
}

/** The text of an element without children; names and tokens are plain, `&amp;` is the only entity they can contain. */
const field = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&')

const dateOf = (text: string): Date => {
  const date = new Date(text)
  return Number.isNaN(+date) ? new Date() : date
}

async function demand(response: Response): Promise<Response> {
  if (!response.ok) throw await refusal(response)
  return response
}

function fail(reason: string): never {
  throw new StoreError(reason)
}

/** The service's error code (AccessDenied, NoSuchBucket, SignatureDoesNotMatch), for the log. */
async function refusal(response: Response): Promise<StoreError> {
  const text = await response.text().catch(() => '')
  return new StoreError(`${response.status} ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''}`.trim())
}

/** Reads the whole body, so that the connection can be reused. */
async function wholeOf(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  return new Response(bytes.byteLength > 0 ? bytes : null, response)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
