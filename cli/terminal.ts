import type { WriteStream } from 'node:tty'

/** A progress bar, redrawn in place. */
interface Progress {
  /** `done` from 0 to 1. */
  update(done: number, label: string): void
  clear(): void
}

const WIDTH = 30

/** Draws on a terminal only, not into a pipe or log. */
export function drawProgress(stream: Pick<WriteStream, 'isTTY' | 'write'>): Progress {
  if (!stream.isTTY) return { update: () => undefined, clear: () => undefined }
  const overwrite = (text: string) => stream.write(`\r\u001b[2K${text}`)
  return {
    update: (done, label) => {
      const filled = Math.round(done * WIDTH)
      const bar = '#'.repeat(filled) + '-'.repeat(WIDTH - filled)
      overwrite(`[${bar}] ${Math.floor(done * 100)} %  ${label}`)
    },
    clear: () => overwrite(''),
  }
}
