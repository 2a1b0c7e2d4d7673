import process from 'node:process'
import type { Ended } from './command-line.ts'

/**
 * Runs commands one after another in this process, each by importing the program anew: what it imports is loaded once.
 * Started by openPlaudit.
 */

export interface Command {
  program: string
  args: string[]
  env: Record<string, string>
}

const own = { ...process.env }
const { stdout, stderr } = process
let count = 0

/** Adds what is written to the stream. */
function capture(stream: NodeJS.WriteStream, add: (text: string) => void): void {
  type Done = (error?: Error | null) => void
  stream.write = (chunk: string | Uint8Array, second?: BufferEncoding | Done, third?: Done) => {
    add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = typeof second === 'function' ? second : third
    if (done) setImmediate(done)
    return true
  }
}

process.on('message', async ({ program, args, env }: Command) => {
  for (const name of Object.keys(process.env)) if (!(name in own)) delete process.env[name]
  Object.assign(process.env, own, env)
  process.argv = [process.execPath, program, ...args]
  process.exitCode = 0
  const ended: Ended = { code: 0, out: '', error: '' }
  capture(stdout, (text) => (ended.out += text))
  capture(stderr, (text) => (ended.error += text))
  await import(`${program}?run=${++count}`)
  // A command expects that its process ends with it.
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.removeAllListeners(event)
  stdout.removeAllListeners('error')
  process.send?.({ ...ended, code: Number(process.exitCode) })
})
