import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import serverNode from '../../scripts/server-node.json' with { type: 'json' }
import { Failure } from '../lib/errors.ts'
import type { Card } from './draw-card.ts'
import { type ImageRefusal, ImageRefused, type ImageType, type RasterType } from './image-type.ts'

export type Fit = 'contain' | 'cover' | 'fill'

export interface Rendering {
  width?: number
  height?: number
  fit: Fit
  quality: number
  /** The type of the result. */
  as: RasterType
}

/** A square of this many pixels, the image filling this share of it, transparent without a background. */
export interface IconShape {
  side: number
  part: number
  paper?: string
  /** Refuses an image with a smaller side. */
  least?: number
}

/** A job of image-child.ts. */
export type ImageJob =
  | { kind: 'clean'; type: ImageType; bytes: Uint8Array }
  | { kind: 'render'; type: RasterType; bytes: Uint8Array; rendering: Rendering }
  | { kind: 'icon'; type: ImageType; bytes: Uint8Array; shape: IconShape }
  | { kind: 'card'; card: Card }

export type ImageReply = { id: number } & (
  | { bytes: Uint8Array }
  | { refused: ImageRefusal }
  | { failed: unknown }
)

/** The image process is overloaded or failed; the image itself may be fine. */
export class ImagesBusyError extends Failure {
  override name = 'ImagesBusyError'
}

export type Images = ReturnType<typeof createImages>

const JOB_MS = 20_000
/** The process ends after this long without a job; a page requests fifteen logos at once. */
const IDLE_MS = 30_000
const MAX_WAITING = 200

interface Waiting {
  job: ImageJob
  resolve(bytes: Buffer): void
  reject(error: unknown): void
}

/** Processes one image at a time, in a child process that is started on demand. */
export function createImages(onFailure: (error: ImagesBusyError) => void) {
  const waiting: Waiting[] = []
  let child: ChildProcess | undefined
  let busy = false
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  const stop = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  function start(): ChildProcess {
    const started = fork(path.join(import.meta.dirname, 'image-child.ts'), [], {
      serialization: 'advanced',
      // The child gets none of the server's secrets, only the compile cache.
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
      execArgv: serverNode.flagsForImages,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.unref()
    started.channel?.unref()
    const gone = () => {
      if (child === started) child = undefined
    }
    started.on('exit', gone).on('error', gone)
    return started
  }

  function perform({ job, resolve, reject }: Waiting): void {
    child ??= start()
    const worker = child
    const id = ++lastId
    const timer = setTimeout(() => fail('took too long'), JOB_MS)
    let settled = false
    const release = () => {
      settled = true
      clearTimeout(timer)
      worker.off('message', answer).off('exit', died).off('error', died)
      busy = false
      next()
    }
    const fail = (reason: string, cause?: unknown) => {
      if (settled) return
      const error = new ImagesBusyError(reason, { cause })
      if (!isClosed) onFailure(error)
      // After a failure its state is unknown.
      if (child === worker) stop()
      release()
      reject(error)
    }
    const died = () => fail('the process ended')
    const answer = (reply: ImageReply) => {
      if (settled || reply.id !== id) return
      if ('failed' in reply) return fail('the work failed', reply.failed)
      release()
      if ('refused' in reply) reject(new ImageRefused(reply.refused))
      else resolve(Buffer.from(reply.bytes))
    }
    worker.on('message', answer).on('exit', died).on('error', died)
    worker.send({ id, job }, (error) => {
      if (error) fail('the process could not be asked')
    })
  }

  function next(): void {
    clearTimeout(idle)
    const first = busy ? undefined : waiting.shift()
    if (first) {
      busy = true
      perform(first)
    } else if (!busy) idle = setTimeout(stop, IDLE_MS).unref()
  }

  return {
    /** The re-encoded or resized image. Throws an {@link ImageRefused}, or an {@link ImagesBusyError}. */
    run: (job: ImageJob): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ImagesBusyError('the process is ending'))
        if (waiting.length >= MAX_WAITING) return reject(new ImagesBusyError('too many pictures at once'))
        const entry = { job, resolve, reject }
        // Uploads first: an administrator waits for them, while a page is readable before its logos.
        if (job.kind === 'clean') waiting.unshift(entry)
        else waiting.push(entry)
        next()
      }),
    close: (): void => {
      isClosed = true
      clearTimeout(idle)
      for (const { reject } of waiting.splice(0)) reject(new ImagesBusyError('the process is ending'))
      stop()
    },
  }
}
