import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../lib/config.ts'
import type { Report } from '../../lib/errors.ts'
import type { Logger } from '../../lib/log.ts'
import { repeatedly } from '../../lib/repeatedly.ts'
import type { Database } from '../database/open-database.ts'
import { backUp } from './back-up.ts'
import { BACKUPS } from './members.ts'

/** A daily backup into DATA_DIR/backups, and the deletion of old ones. */
export type DailyBackup = Awaited<ReturnType<typeof backUpDaily>>

interface Options {
  config: Pick<Config, 'dataDir'>
  database: Database
  /** Days a backup is kept. The newest always stays. */
  days: number
  log: Logger
  report: Report
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const EVERY_MS = 10 * MINUTE_MS

const NAME = /^plaudit-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/
const nameOf = (made: Date) => `plaudit-${made.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/**
 * Checks now and every ten minutes whether the newest backup is a day old, so that restarts cause no extra backups. A
 * failed one is retried ten minutes later. Only for the process that holds DATA_DIR.
 */
export async function backUpDaily({ config, database, days, log, report }: Options) {
  const folder = path.join(config.dataDir, BACKUPS)
  const stopping = new AbortController()
  const { signal } = stopping
  /** `last`: the newest complete one; undefined: none yet. */
  const state = { runs: 0, failures: 0, last: await newest(folder) }

  async function run(): Promise<void> {
    const made = new Date()
    if (state.last && made.getTime() - state.last.made.getTime() < DAY_MS - EVERY_MS) return
    state.runs++
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Left by a process that was killed while writing.
      for (const name of await readdir(folder))
        if (name.includes('.part-')) await rm(path.join(folder, name), { force: true })
      const { bytes } = await backUp({ config, database, file: path.join(folder, nameOf(made)), signal })
      state.last = { made, bytes }
      for (const { file, made: time } of await list(folder))
        if (made.getTime() - time.getTime() > days * DAY_MS) await rm(file, { force: true })
      log.info({ bytes }, 'backed up')
    } catch (error) {
      if (signal.aborted) return
      state.failures++
      report('the backup of the day failed', error)
    }
  }

  const running = repeatedly(EVERY_MS, run)
  return Object.assign(state, {
    /** Cancels a backup in progress. */
    stop: () => {
      stopping.abort()
      return running.stop()
    },
  })
}

/** Complete backups; unfinished ones have other names. */
async function list(folder: string): Promise<{ file: string; made: Date }[]> {
  return (await readdir(folder).catch(() => [])).flatMap((name) => {
    const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
    return day
      ? [{ file: path.join(folder, name), made: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }]
      : []
  })
}

async function newest(folder: string): Promise<{ made: Date; bytes: number } | undefined> {
  const found = (await list(folder)).sort((a, b) => b.made.getTime() - a.made.getTime())[0]
  return found && { made: found.made, bytes: (await stat(found.file)).size }
}
