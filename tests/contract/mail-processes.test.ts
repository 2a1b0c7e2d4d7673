import { afterAll, expect, test, vi } from 'vitest'
import { STEPS, type Step, startFickleMailServer } from '../support/fickle-mail-server.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { startPageless, startServerProcess } from '../support/test-server.ts'
import { until } from './transfer.ts'

/** Processes that send mails, killed at each step or beside each other: each mail once, in order (decision 170). */
vi.setConfig({ testTimeout: 180_000 })

const mails = await startFickleMailServer()
const server = await startServerProcess({ SMTP_URL: mails.url })
afterAll(async () => {
  await server.close()
  await mails.close()
})

const start = () => startSecondProcess(server, { SMTP_URL: mails.url })
/** Writes mails, as one cause after the other would; resolves to whom. */
async function write(name: string, count: number): Promise<string[]> {
  const written = Array.from({ length: count }, (_, at) => `${name}-${at}@example.org`)
  for (const to of written)
    await server.sql`select private.queue_mail(${server.sql.json({ kind: 'existing_account', to })})`
  return written
}
const isEmpty = () =>
  until(async () => {
    const [row] = await server.sql<{ count: number }[]>`select count(*)::int as count from pgboss.job`
    return row?.count === 0
  })

test('a process killed at any step of sending leaves its mail to the next, at once', async () => {
  const written: string[] = []
  let running = server.process
  const others: Awaited<ReturnType<typeof start>>[] = []
  for (const step of STEPS) {
    const isReached = new Promise<void>((resolve) => {
      mails.at = (at: Step) => {
        if (at !== step) return Promise.resolve(undefined)
        resolve()
        return new Promise(() => undefined)
      }
    })
    written.push(...(await write(step, 2)))
    await isReached
    running.kill('SIGKILL')
    mails.at = () => Promise.resolve(undefined)
    const next = await start()
    running = next.process
    others.push(next)
    await isEmpty()
  }
  await Promise.all(others.map((process) => process.close()))
  // The one that the server had taken without being able to say so came twice, as the same message.
  const twice = mails.taken.filter(({ to }) => to === 'answer-0@example.org')
  expect(twice).toHaveLength(2)
  expect(twice[0]).toEqual(twice[1])
  expect(mails.taken.filter((one) => one !== twice[1]).map(({ to }) => to)).toEqual(written)
  expect(new Set(mails.taken.map(({ messageId }) => messageId)).size).toBe(written.length)
})

test('several processes send one mail at a time, each once and in order', async () => {
  mails.taken.length = 0
  let sending = 0
  let most = 0
  mails.at = async (step) => {
    if (step === 'sender') most = Math.max(most, ++sending)
    if (step === 'answer') sending--
    return undefined
  }
  const start = () => startPageless({ DATABASE_URL: server.databaseUrl, SMTP_URL: mails.url })
  const processes = await Promise.all([start(), start(), start()])
  const written = await write('beside', 30)
  await isEmpty()
  expect(mails.taken.map(({ to }) => to)).toEqual(written)
  expect(most).toBe(1)
  await Promise.all(processes.map((process) => process.close()))
})
