import { ImageRefused, sniffImageType } from '../../images/image-type.ts'
import { type Images, ImagesBusyError } from '../../images/images.ts'
import type { Report } from '../../lib/errors.ts'
import { isRecord } from '../../lib/unknown.ts'
import { answerPreflight } from '../preflight.ts'
import { bucket, info, listed, page, removed, uploaded } from './bucket-answers.ts'
import type { MayWrite } from './may-write.ts'
import { drain, readAtMost, readUpload } from './read-upload.ts'
import { type Renderer, readWanted } from './render-logo.ts'
import { createSemaphore } from './semaphore.ts'
import { answerPicture } from './serve-logo.ts'
import * as refuse from './storage-error.ts'
import { BUCKET, isLogoName, type LogoStore, StoreError } from './store.ts'

/** /storage/v1 with the calls of section 7, as @supabase/storage-js sends them, for the single bucket of tool logos. */

interface GatewayParts {
  store: LogoStore
  images: Images
  renderer: Renderer
  mayWrite: MayWrite
  /** Called before a resized image is made for this client; throws a StorageError when it requested too many. */
  spend(ip: string): Promise<void>
  report: Report
}

/** Each upload needs several times its size in memory. */
const UPLOADS_AT_ONCE = 4
const MAX_REMOVED = 1000
const JSON_BYTES = 256 * 1024

export function createGateway({ store, images, renderer, mayWrite, spend, report }: GatewayParts) {
  // Further uploads are not read yet: their senders wait.
  const limitUploads = createSemaphore(UPLOADS_AT_ONCE)

  async function upload(request: Request, name: string): Promise<Response> {
    await mayWrite(request)
    await limitUploads(async () => {
      const { bytes, maxAge } = await readUpload(request)
      // The bytes decide the type.
      const type = sniffImageType(bytes)
      if (!type) throw refuse.notAnImage()
      const kept = await images.run({ kind: 'clean', type, bytes })
      if ((await store.put(name, { bytes: kept, type, maxAge })) === 'exists') throw refuse.alreadyExists()
    })
    renderer.forget(name)
    return Response.json(uploaded(name))
  }

  async function remove(request: Request): Promise<Response> {
    await mayWrite(request)
    const gone: string[] = []
    for (const name of await readNames(request)) {
      if (await store.remove(name)) gone.push(name)
      renderer.forget(name)
    }
    return Response.json(gone.map(removed))
  }

  async function removeOne(request: Request, name: string): Promise<Response> {
    await mayWrite(request)
    if (!(await store.remove(name))) throw refuse.noSuchKey()
    renderer.forget(name)
    return Response.json({ message: 'Successfully deleted' })
  }

  async function serve(request: Request, name: string): Promise<Response> {
    const logo = await store.get(name)
    if (!logo) throw refuse.noSuchKey()
    const { type, size, etag, modified, stream } = logo
    const cacheControl = `public, max-age=${logo.maxAge}`
    return answerPicture(request, { name, type, size, etag, modified, cacheControl, body: stream })
  }

  async function render(request: Request, name: string, ip: string): Promise<Response> {
    const picture = await renderer.render(name, readWanted(request), () => spend(ip))
    if (!picture) throw refuse.noSuchKey()
    return answerPicture(request, picture)
  }

  async function describe(name: string): Promise<Response> {
    const logo = await store.get(name)
    if (!logo) throw refuse.noSuchKey()
    return Response.json(info(name, logo))
  }

  async function list(request: Request): Promise<Response> {
    await mayWrite(request)
    const body = await readJson(request)
    return Response.json(page(await store.list(), body).map(listed))
  }

  async function route(request: Request, ip: string): Promise<Response> {
    const call = readCall(request)
    const { method, path, name } = call
    const reads = method === 'GET' || method === 'HEAD'
    if (path === 'bucket' && reads) return Response.json([bucket()])
    if (path.startsWith('bucket/') && reads) {
      if (path !== `bucket/${BUCKET}`) throw refuse.noSuchBucket()
      return Response.json(bucket())
    }
    if (call.bucket !== undefined && call.bucket !== BUCKET) throw refuse.noSuchBucket()
    if (path === 'object/list' && method === 'POST') return list(request)
    if (path === 'object' && name === undefined && method === 'DELETE') return remove(request)
    if (name !== undefined) {
      if (!isLogoName(name)) throw refuse.invalidKey(name)
      if (path === 'object' && (method === 'POST' || method === 'PUT')) return upload(request, name)
      if (path === 'object' && method === 'DELETE') return removeOne(request, name)
      if (/^object(\/(public|authenticated))?$/.test(path) && reads) return serve(request, name)
      if (/^object\/info(\/(public|authenticated))?$/.test(path) && reads) return describe(name)
      if (/^render\/image\/(public|authenticated)$/.test(path) && reads) return render(request, name, ip)
    }
    throw new refuse.StorageError(404, 'NotFound', 'Not Found', 'There is no such call on this storage')
  }

  function explain(error: unknown): refuse.StorageError {
    if (error instanceof refuse.StorageError) return error
    if (error instanceof StoreError) {
      report('the logo store failed', error)
      if (error.reason === 'ENOSPC' || error.reason === 'EDQUOT')
        return refuse.unavailable('The storage of the logos is full.')
      if (error.reason === 'EROFS' || error.reason === 'EACCES' || error.reason === 'EPERM')
        return refuse.unavailable('The storage of the logos cannot be written.')
      return refuse.unavailable()
    }
    if (error instanceof ImageRefused)
      return error.reason === 'too large' ? refuse.tooManyPixels() : refuse.notAnImage()
    if (error instanceof ImagesBusyError)
      return refuse.unavailable('The image could not be processed. Please try again.')
    report('a request to /storage/v1 failed', error)
    return new refuse.StorageError(500, 'InternalError', 'Internal', 'Something went wrong')
  }

  return {
    /** Answers one request whose path starts with /storage/v1; never throws. */
    async fetch(request: Request, ip: string): Promise<Response> {
      if (request.method === 'OPTIONS')
        return answerPreflight(request, ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
      try {
        return noStoreByDefault(await route(request, ip))
      } catch (error) {
        void drain(request)
        const answer = noStoreByDefault(explain(error).toResponse())
        return request.method === 'HEAD' ? new Response(null, answer) : answer
      }
    },
  }
}

/** Only logos are cacheable. */
function noStoreByDefault(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

interface Call {
  method: string
  /** The requested route, without bucket and name: `object/public`. */
  path: string
  bucket?: string
  /** As it was sent, not validated. */
  name?: string
}

/** Calls of storage-js that logos do not need: they are public, and their names are never reused. */
const UNSUPPORTED = /^object\/(?:sign|upload\/sign|move|copy|list-v2)(?:\/|$)/
const WITH_BUCKET =
  /^(object(?:\/(?:public|authenticated|list|info(?:\/(?:public|authenticated))?))?|render\/image\/(?:public|authenticated))\/(.+)$/

function readCall({ url, method }: Request): Call {
  const rest = new URL(url).pathname.replace(/^\/storage\/v1\/?/, '')
  if (UNSUPPORTED.test(rest)) throw refuse.notSupported()
  const [, path = rest, object] = WITH_BUCKET.exec(rest) ?? []
  if (object === undefined) return { method, path }
  const slash = object.indexOf('/')
  if (slash < 0) return { method, path, bucket: decode(object) }
  return { method, path, bucket: decode(object.slice(0, slash)), name: decode(object.slice(slash + 1)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse.invalidKey(text)
  }
}

async function readNames(request: Request): Promise<string[]> {
  const body = await readJson(request)
  const prefixes = isRecord(body) ? body.prefixes : undefined
  if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > MAX_REMOVED)
    throw refuse.invalidRequest(`prefixes must be a list of 1 to ${MAX_REMOVED} names`)
  return prefixes.map((name: unknown) => {
    if (typeof name !== 'string' || !isLogoName(name)) throw refuse.invalidKey(String(name))
    return name
  })
}

async function readJson(request: Request): Promise<unknown> {
  const body = await readAtMost(request, JSON_BYTES, () => refuse.invalidRequest('The request is too large'))
  try {
    return JSON.parse(body.toString() || '{}')
  } catch {
    throw refuse.invalidRequest('The body must be JSON')
  }
}
