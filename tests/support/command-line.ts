import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import serverNode from '../../scripts/server-node.json' with { type: 'json' }
import type { Command } from './command-runner.ts'

export interface Ended {
  code: number
  out: string
  error: string
}

const ROOT = path.join(import.meta.dirname, '../..')
const PROGRAM = 'cli/plaudit.ts'
/** The file that runs the commands of {@link openPlaudit}. */
export const RUNNER = 'tests/support/command-runner.ts'
/** As `npm run cli` sets it (scripts/lib.mjs). */
const NODE_COMPILE_CACHE = path.join(ROOT, serverNode.compileCache)

/** Runs the command line in a process of its own, to its end. `meanwhile` receives that process. */
export function runPlaudit(
  args: string[],
  env: Record<string, string>,
  meanwhile?: (child: ChildProcess) => unknown,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...env } }
    const child = execFile(
      process.execPath,
      [path.join(ROOT, PROGRAM), ...args],
      options,
      (_error, out, error) => {
        resolve({ code: child.exitCode ?? -1, out, error })
      },
    )
    void meanwhile?.(child)
  })
}

/** The command line for many commands that need no process of their own, which takes most of their time to start. */
export interface Plaudit {
  run(args: string[], env: Record<string, string>): Promise<Ended>
  close(): Promise<void>
}

/** Starts one process, in which commands are run one after another; of another clone, perhaps as another user. */
export function openPlaudit(root = ROOT, owner: { uid?: number; gid?: number } = {}): Plaudit {
  const compiled = { NODE_COMPILE_CACHE: path.join(root, serverNode.compileCache) }
  const child = fork(path.join(root, RUNNER), {
    env: { PATH: process.env.PATH, ...compiled },
    execArgv: [],
    execPath: path.join(root, 'node_modules/.bin/node'),
    ...owner,
  })
  return {
    run: (args, env) =>
      new Promise((resolve, reject) => {
        const end = (code: number | null) =>
          reject(new Error(`the process ended with ${code} during ${args}`))
        child.once('exit', end)
        child.once('message', (ended: Ended) => {
          child.off('exit', end)
          resolve(ended)
        })
        child.send({ program: path.join(root, PROGRAM), args, env } satisfies Command)
      }),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Imports a file of these lines in a process of its own, which has no cache. */
export async function importLines(databaseUrl: string, lines: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-import-'))
  try {
    const file = path.join(folder, 'tools.jsonl')
    await writeFile(file, lines.join('\n'))
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder }
    expect(await runPlaudit(['import', file], env)).toMatchObject({ code: 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
