import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInstallation, type Installation } from '../support/installation.ts'

/** A process that makes a daily backup. */

const TOKEN = 'a-token-of-our-monitoring'
const DAY_MS = 24 * 60 * 60 * 1000

let site: Installation
let folder: string
beforeEach(async () => {
  site = await createInstallation()
  folder = path.join(site.dataDir, 'backups')
  Object.assign(site.env, { BACKUP_DAYS: '7', METRICS_TOKEN: TOKEN })
})
afterEach(() => site.remove())

const nameOf = (daysAgo: number) =>
  `plaudit-${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

async function readiness(url: string): Promise<{ backup?: { last: string | null } }> {
  return (await fetch(`${url}/readyz`)).json()
}

test('makes one, reports when, keeps those of the last days, and makes no second one that day', async () => {
  await mkdir(folder)
  const [old, recent] = [nameOf(8), nameOf(2)]
  for (const name of [old, recent, `${recent}.part-1`, 'notes.txt'])
    await writeFile(path.join(folder, name), '')
  const first = await site.start()
  expect((await readiness(first.url)).backup?.last).toBeTruthy()
  await expect.poll(() => readdir(folder)).not.toContain(old)
  const made = (await readdir(folder)).filter((name) => ![recent, 'notes.txt'].includes(name))
  expect(made).toEqual([expect.stringMatching(/^plaudit-.*Z\.tar\.gz$/)])
  const { mode, size } = await stat(path.join(folder, made[0] ?? ''))
  expect(mode & 0o777).toBe(0o600)

  const { backup } = await readiness(first.url)
  const last = Date.parse(backup?.last ?? '')
  expect(Math.abs(Date.now() - last)).toBeLessThan(60_000)
  expect(await site.withSql((sql) => sql`select step from private.first_steps`)).toEqual([{ step: 'backup' }])
  const metrics = await fetch(`${first.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const told = await metrics.text()
  expect(told).toContain(`\nplaudit_backup_last_success_timestamp_seconds ${last / 1000}\n`)
  expect(told).toContain(`\nplaudit_backup_last_success_bytes ${size}\n`)
  expect(told).toContain('\nplaudit_job_runs_total{job="daily_backup"} 1\n')
  expect(told).toContain('\nplaudit_job_failures_total{job="daily_backup"} 0\n')
  await site.stopAll()

  const second = await site.start()
  expect(Date.parse((await readiness(second.url)).backup?.last ?? '')).toBe(Math.floor(last / 1000) * 1000)
  const again = await fetch(`${second.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(await again.text()).toContain('\nplaudit_job_runs_total{job="daily_backup"} 0\n')
})

test('a process that is ended meanwhile ends normally, without leftovers', async () => {
  const server = site.launch()
  const isWriting = () => existsSync(folder) && readdirSync(folder).some((name) => name.includes('.part-'))
  while (!isWriting() && server.process.exitCode === null) await sleep(1)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await readdir(folder)).toEqual([])
  expect(server.output()).not.toContain('backup of the day failed')
})
