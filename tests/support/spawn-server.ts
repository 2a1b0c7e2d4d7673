import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import serverNode from '../../scripts/server-node.json' with { type: 'json' }

/** A process of the product with exactly this environment. */
export interface SpawnedServer {
  url: string
  process: ChildProcess
  /** Its output, both streams. */
  output(): string
  /** Resolves with the exit code once it ended (null: by a signal). */
  ended: Promise<number | null>
  ready(): Promise<void>
}

const ROOT = path.join(import.meta.dirname, '../..')
const NODE_COMPILE_CACHE = path.join(ROOT, serverNode.compileCache)

/** `stdout`: where its output goes instead of to `output()`. */
export function spawnServer(env: Record<string, string>, stdout: 'pipe' | number = 'pipe'): SpawnedServer {
  const flags = env.CACHE_MB === '0' ? serverNode.flagsWithoutCache : serverNode.flags
  const child = spawn(process.execPath, [...flags, path.join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: {
      ...serverNode.env,
      NODE_COMPILE_CACHE,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://127.0.0.1:${env.PORT}`
  return {
    url,
    process: child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
    ready: async () => {
      for (let waited = 0; waited < 30_000; waited += 50) {
        if (child.exitCode !== null) throw new Error(`the server ended at start:\n${output}`)
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        if (answer?.ok) return
        await sleep(50)
      }
      throw new Error(`the server did not become ready:\n${output}`)
    },
  }
}
