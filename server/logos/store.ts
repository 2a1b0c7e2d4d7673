import { Failure } from '../errors.ts'
import type { ImageType } from './image-type.ts'

/** Where logos are kept: a folder, or a bucket that several processes share. */
export interface LogoStore {
  /**
   * Keeps a logo under a name nothing has yet. Resolves when it is durable: `exists` when the name was taken, whoever
   * came first. A store that cannot be reached throws a {@link StoreError}, here and below.
   */
  put(name: string, logo: NewLogo): Promise<'kept' | 'exists'>
  get(name: string): Promise<StoredLogo | undefined>
  /** False when there was none. */
  remove(name: string): Promise<boolean>
  /** Every logo there is, in no order. */
  list(): Promise<LogoEntry[]>
  /** Removes what unfinished uploads left behind before `before`; how many there were. */
  removeLeftovers(before: Date): Promise<number>
}

export interface NewLogo {
  bytes: Buffer
  type: ImageType
  /** Seconds others may keep a copy. */
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
  /** Changes when the bytes under the name do. */
  etag: string
  /** The bytes, for work on them. */
  read(): Promise<Buffer>
  /** The bytes on their way to somebody, as fast as they take them: nothing is held meanwhile. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

/** The store did not do what was asked of it. `reason` names no secret and nothing of a person. */
export class StoreError extends Failure {
  override name = 'StoreError'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`the logo store failed: ${reason}`, options)
    this.reason = reason
  }
}

export const DEFAULT_MAX_AGE = 3600

/** The one bucket there is (section 3), and how its objects may be called. */
export const BUCKET = 'tool-logos'

/**
 * Section 7 names a logo by tool id, timestamp and extension. Any flat name of these characters is taken: what keeps it
 * harmless is that there is no folder, no leading dot and no character a file system or an address reads as its own.
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/
const MAX_LENGTH = 200

export function isLogoName(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name)
}
