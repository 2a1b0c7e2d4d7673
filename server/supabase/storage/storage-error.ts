/**
 * A refusal or failure in the shape of Supabase's storage service: `{statusCode, code, error, message}`. That service
 * sends most of them with HTTP status 400; here the status line agrees with the body.
 */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly code: string
  readonly error: string

  constructor(status: number, code: string, error: string, message: string) {
    super(message)
    this.status = status
    this.code = code
    this.error = error
  }

  toResponse(): Response {
    return Response.json(
      { statusCode: String(this.status), code: this.code, error: this.error, message: this.message },
      { status: this.status, headers: this.status === 503 ? { 'retry-after': '5' } : {} },
    )
  }
}

export const invalidRequest = (message: string) =>
  new StorageError(400, 'InvalidRequest', 'InvalidRequest', message)

export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key.slice(0, 100)}`)

export const notSupported = () =>
  new StorageError(
    400,
    'NotSupported',
    'Not supported',
    'This storage has no such call: logos are public, listed by object/list, and uploaded under names never used twice',
  )

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')

export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'not_found', 'Object not found')

export const alreadyExists = () =>
  new StorageError(409, 'KeyAlreadyExists', 'Duplicate', 'The resource already exists')

export const invalidToken = (message: string) => new StorageError(401, 'InvalidJWT', 'Unauthorized', message)

/** The row-level security error for callers who may not change the catalogue. */
export const accessDenied = () =>
  new StorageError(403, 'AccessDenied', 'Unauthorized', 'new row violates row-level security policy')

export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'Payload too large', 'Image file size must be less than 2MB')

export const notAnImage = () =>
  new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', 'Please upload an image file')

export const tooManyPixels = () => invalidRequest('The image has too many pixels or frames for a logo')

export const unavailable = (message = 'The logos cannot be reached at the moment. Please try again.') =>
  new StorageError(503, 'InternalError', 'Service Unavailable', message)
