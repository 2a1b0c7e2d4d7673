import { invalidRequest, notAnImage, tooLarge } from './storage-error.ts'
import { DEFAULT_MAX_AGE } from './store.ts'

/** 2 MB to the byte (section 5). */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024
/** What a form adds to its file: boundaries, headers, the field with the cache control, metadata. */
const FORM_BYTES = 64 * 1024
/** How much more of a refused upload is read and thrown away, so that its sender gets to read the answer. */
const LINGER_BYTES = 8 * 1024 * 1024
const LINGER_MS = 5000
/** Others wait for the place of an upload that has stopped coming. */
const TIMEOUT_MS = 120_000
const MAX_MAX_AGE = 31_536_000

export interface Upload {
  bytes: Buffer
  /** Seconds others may keep a copy. */
  maxAge: number
}

/**
 * What was sent: the file of a form, as storage-js sends a File or Blob, or the body itself, as it sends a Buffer.
 * Throws a StorageError when there is none or more than 2 MB, the latter without reading on.
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

/** A body whole; as soon as it is more than `limit` bytes, or says that it will be, what `refusal` gives is thrown. */
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
  // What was given up looks as if it had ended.
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
 * Reads on after a refusal and forgets what it reads, for a while: a connection that is closed while its client still
 * sends takes the answer with it. A client that goes on sending is cut off.
 */
export async function lingerOver(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  const reader = request.body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LINGER_MS)
  try {
    let left = LINGER_BYTES
    for (let part = await reader.read(); !part.done && left > 0; part = await reader.read())
      left -= part.value.byteLength
    await reader.cancel()
  } catch {
    // The client has gone: nobody is left to read the answer.
  } finally {
    clearTimeout(timer)
  }
}
