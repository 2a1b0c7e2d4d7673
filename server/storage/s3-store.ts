import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import { sniffImageType } from './image-type.ts'
import { BUCKET, isLogoName } from './logo-name.ts'
import { DEFAULT_MAX_AGE, type LogoEntry, type LogoStore, type NewLogo, StoreError } from './store.ts'

/**
 * Logos in an S3-compatible bucket, so that several processes share them. They lie below `tool-logos/`: whatever else
 * is in the bucket is never listed and never swept.
 */

const PREFIX = `${BUCKET}/`
/** A bucket that does not answer for this long is down: nobody waits for it longer. */
const PATIENCE_MS = 8000

export function createS3Store({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Config): LogoStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const bucketUrl = `${endpoint}/${bucket}`

  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    let response: Response
    try {
      response = await client.fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    } catch (error) {
      throw new StoreError(reasonOf(error), { cause: error })
    }
    return response
  }
  const object = (name: string, init?: RequestInit) => ask(`${bucketUrl}/${PREFIX}${name}`, init)

  async function put(name: string, { bytes, type, maxAge }: NewLogo): Promise<'kept' | 'exists'> {
    // Services that do not know the condition below ignore it; for them this look is what there is.
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
    // 409: somebody is just writing the same name.
    if (response.status === 412 || response.status === 409) return 'exists'
    await demand(response)
    return 'kept'
  }

  async function get(name: string) {
    const response = await object(name)
    if (response.status === 404) {
      const reason = await response.text()
      if (reason.includes('NoSuchBucket')) throw new StoreError('NoSuchBucket')
      return undefined
    }
    await demand(response, false)
    const bytes = Buffer.from(await bodyOf(response))
    const type = sniffImageType(bytes)
    if (!type) return undefined
    return {
      bytes,
      type,
      maxAge: Number(
        /max-age=(\d{1,9})/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? DEFAULT_MAX_AGE,
      ),
      modified: dateOf(response.headers.get('last-modified') ?? ''),
      etag: response.headers.get('etag') ?? `"${bytes.length}"`,
    }
  }

  async function list(): Promise<LogoEntry[]> {
    const entries: LogoEntry[] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: PREFIX })
      if (token) query.set('continuation-token', token)
      const response = await ask(`${bucketUrl}?${query}`)
      await demand(response, false)
      const xml = new TextDecoder().decode(await bodyOf(response))
      for (const [, content = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const name = field(content, 'Key').slice(PREFIX.length)
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

  return {
    put,
    get,
    list,
    remove: async (name) => {
      // DELETE answers the same whether there was one or not.
      const there = await object(name, { method: 'HEAD' })
      if (there.status === 404) return false
      await demand(there)
      await demand(await object(name, { method: 'DELETE' }))
      return true
    },
    // An upload is there whole or not at all.
    removeLeftovers: async () => 0,
  }
}

/** The text of an element without children; names and tokens are plain, `&amp;` is all that can be in them. */
const field = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&')

const dateOf = (text: string): Date => {
  const date = new Date(text)
  return Number.isNaN(+date) ? new Date() : date
}

async function demand(response: Response, discard = true): Promise<void> {
  if (!response.ok) throw await refusal(response)
  // A body nobody reads keeps its connection.
  if (discard) await response.body?.cancel()
}

/** The service's own word for what is wrong (AccessDenied, NoSuchBucket, SignatureDoesNotMatch), for the log. */
async function refusal(response: Response): Promise<StoreError> {
  const text = await response.text().catch(() => '')
  return new StoreError(`${response.status} ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''}`.trim())
}

async function bodyOf(response: Response): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer()
  } catch (error) {
    throw new StoreError(reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
