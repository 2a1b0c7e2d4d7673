import { MAX_LOGO_BYTES } from '#shared/catalogue-rules.ts'
import { invalidRequest, notAnImage, tooLarge } from './storage-error.ts'
import { DEFAULT_MAX_AGE } from './store.ts'

/** The overhead of a form: boundaries, headers, cache control and metadata fields. */
const FORM_BYTES = 64 * 1024
/** Bytes of a refused upload that are read and discarded, so that its sender gets to read the response. */
const DRAIN_BYTES = 8 * 1024 * 1024
const DRAIN_MS = 5000
/** A stalled upload must not occupy a slot that others wait for. */
const TIMEOUT_MS = 120_000
const MAX_MAX_AGE = 31_536_000

interface Upload {
  bytes: Buffer
  /** Cache lifetime in seconds. */
  maxAge: number
}

/**
 * The uploaded file: from a form, as storage-js sends a File or Blob, or the body itself, as it sends a Buffer. Throws
 * a StorageError if there is none or if it exceeds 2 MB, without reading further.
 */
export async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  const body = await readAtMost(request, isForm ? MAX_LOGO_BYTES + FORM_BYTES : MAX_LOGO_BYTES, tooLarge)
  const upload = isForm
    ? await readForm(body, type)
    : { bytes: body, maxAge: parseMaxAge(request.headers.get('cache-control')) }
  if (upload.bytes.length > MAX_LOGO_BYTES) throw tooLarge()
  if (upload.bytes.length === 0) throw notAnImage()
  return upload
}

/** Reads a body; throws `refusal` as soon as it exceeds, or announces, more than `limit` bytes. */
export async function readAtMost(request: Request, limit: number, refusal: () => Error): Promise<Buffer> {
  if (Number(request.headers.get('content-length')) > limit) throw refusal()
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let late = false
  const timer = setTimeout(() => {
    late = true
    void reader?.cancel().catch(() => undefined)
  }, TIMEOUT_MS)
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength
      if (size > limit) throw refusal()
      chunks.push(part.value)
    }
  } catch (error) {
    if (size > limit) throw error
    throw invalidRequest('The upload ended before it was complete')
  } finally {
    clearTimeout(timer)
    reader?.releaseLock()
  }
  // An aborted stream looks as if it had ended.
  if (late) throw invalidRequest('The upload took too long')
  return Buffer.concat(chunks, size)
}

async function readForm(body: Buffer, type: string): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!form) throw invalidRequest('The form could not be read')
  for (const value of form.values())
    if (typeof value !== 'string') {
      const cacheControl = form.get('cacheControl')
      return {
        bytes: Buffer.from(await value.arrayBuffer()),
        maxAge: parseMaxAge(typeof cacheControl === 'string' ? cacheControl : null),
      }
    }
  throw invalidRequest('The form has no file')
}

/** `3600` in a form, `max-age=3600` in a header. */
function parseMaxAge(text: string | null): number {
  const seconds = /^(?:max-age=)?(\d{1,9})$/.exec(text?.trim() ?? '')?.[1]
  return seconds === undefined ? DEFAULT_MAX_AGE : Math.min(Number(seconds), MAX_MAX_AGE)
}

/**
 * Discards the rest of a refused upload for a while: closing the connection while the client still sends would lose the
 * response. A client that does not stop is disconnected.
 */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  const reader = request.body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_MS)
  try {
    let left = DRAIN_BYTES
    for (let part = await reader.read(); !part.done && left > 0; part = await reader.read())
      left -= part.value.byteLength
    await reader.cancel()
  } catch {
    // The client is gone: nobody can read the response.
  } finally {
    clearTimeout(timer)
  }
}
