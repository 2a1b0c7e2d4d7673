import type { WriteStream } from 'node:tty'

const WIDTH = 30

/** A progress bar, redrawn in place: on a terminal only, not into a pipe or log. */
export function drawProgress(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
  const overwrite = (text: string) => void (stream.isTTY && stream.write(`\r\u001b[2K${text}`))
  return {
    /** `done` from 0 to 1. */
    update: (done: number, label: string) => {
      const filled = Math.round(done * WIDTH)
      const bar = '#'.repeat(filled) + '-'.repeat(WIDTH - filled)
      overwrite(`[${bar}] ${Math.floor(done * 100)} %  ${label}`)
    },
    clear: () => overwrite(''),
  }
}
