import type { ImageType } from '../../images/image-type.ts'
import { Failure } from '../../lib/errors.ts'

/** Where logos are kept: a folder, or a bucket that several processes share. */
export interface LogoStore {
  /**
   * Stores a logo under a new name. Resolves when it is durable, or with `exists` when the name was taken, even by a
   * concurrent upload. An unavailable store throws a {@link StoreError}, here and below.
   */
  put(name: string, logo: NewLogo): Promise<'kept' | 'exists'>
  get(name: string): Promise<StoredLogo | undefined>
  /** False when there was none. */
  remove(name: string): Promise<boolean>
  /** Every logo, in any order. */
  list(): Promise<LogoEntry[]>
  /** Removes what unfinished uploads left behind before `before`; returns how many. */
  removeLeftovers(before: Date): Promise<number>
}

export interface NewLogo {
  bytes: Buffer
  type: ImageType
  /** Cache lifetime in seconds. */
  maxAge: number
}

export interface LogoEntry {
  name: string
  size: number
  modified: Date
}

export interface StoredLogo {
  type: ImageType
  size: number
  maxAge: number
  modified: Date
  /** Changes with the bytes. */
  etag: string
  /** The whole content in memory, for processing. */
  read(): Promise<Buffer>
  /** The content as a stream, read at the speed of its consumer. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

/** The store failed. `reason` contains no secret and nothing about a person. */
export class StoreError extends Failure {
  override name = 'StoreError'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`the logo store failed: ${reason}`, options)
    this.reason = reason
  }
}

export const DEFAULT_MAX_AGE = 3600

/** The only bucket (section 3), and the names its objects may have. */
export const BUCKET = 'tool-logos'

/**
 * Section 7 names a logo by tool id, timestamp and extension. Any flat name of these characters is accepted: no folder,
 * no leading dot, no character with a meaning for file systems or URLs.
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/
const MAX_LENGTH = 200

export function isLogoName(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name)
}
