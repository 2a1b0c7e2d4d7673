import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { PublicEnvironment } from '#shared/page-context.ts'

/** The message of a backend that is ready. */
export interface BackendReady {
  /** Its address. */
  origin: string
  environment: PublicEnvironment
}

/** The process of backend.ts, restarted after every change. */
export type BackendProcess = ReturnType<typeof startBackendProcess>

/** Where the pages' process gets the settings of the site, with their defaults. */
export const SITE_PATH = '/-/site'

const PATHS =
  /^\/(auth\/v1|rest\/v1|storage\/v1|transfer\/v1|numbers\/v1|healthz|readyz|metrics|sitemaps|social|\.well-known)(\/|\?|$)|^\/([^?]*\/)?(feed\.xml|sitemap\.xml|robots\.txt|security\.txt|manifest\.webmanifest)(\?|$)/

/** Whether the backend answers this URL; the others are Vite's. */
export const isBackendPath = (url: string): boolean => PATHS.test(url)

const FILES = /^(server|shared|supabase|dist\/messages\/en)\//

/** Whether the backend is made of this file: its own folder, migrations and templates, rules and texts. */
export const isBackendFile = (file: string): boolean => FILES.test(file) && !/\.test\.tsx?$/.test(file)

/** A process that has not ended by then is killed: nothing else depends on it. */
const END_MS = 2000

export function startBackendProcess(onReady: () => void) {
  let child: ChildProcess | undefined
  let ready = launch()
  let restarting: Promise<void> | undefined
  let again = false

  function launch(): Promise<BackendReady> {
    const started = fork(path.join(import.meta.dirname, 'backend.ts'))
    child = started
    const says = new Promise<BackendReady>((resolve, reject) => {
      started.once('message', (message: BackendReady) => resolve(message))
      started.once('exit', () => reject(new Error('the backend is not running, see the terminal')))
    })
    // The request reports it; the terminal has the reason.
    says.then(onReady, () => undefined)
    return says
  }

  async function end(): Promise<void> {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    const timer = setTimeout(() => ending.kill('SIGKILL'), END_MS)
    ending.kill('SIGTERM')
    await ended
    clearTimeout(timer)
  }

  async function replace(): Promise<void> {
    do {
      again = false
      await end()
    } while (again)
    ready = launch()
    restarting = undefined
  }

  return {
    /** Resolves when it is ready, after a change when the new one is; rejects when it does not start. */
    ready: async () => {
      await restarting
      return ready
    },
    restart: () => {
      if (restarting) again = true
      else restarting = replace()
    },
    stop: async () => {
      await restarting
      await end()
    },
  }
}
