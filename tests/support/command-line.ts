import { execFile } from 'node:child_process'
import path from 'node:path'

export interface Ended {
  code: number
  out: string
  error: string
}

const PROGRAM = path.join(import.meta.dirname, '../../cli/plaudit.ts')

/** Runs the program of the command line to its end as a person would, in a process of its own. */
export function runPlaudit(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } }
    const child = execFile(process.execPath, [PROGRAM, ...args], options, (_error, out, error) => {
      resolve({ code: child.exitCode ?? -1, out, error })
    })
  })
}
