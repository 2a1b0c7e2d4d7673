import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPostmaster, removeReusedPid } from './postgres-guard.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'postgres-guard-'))
const file = path.join(folder, 'postmaster.pid')
afterAll(() => rm(folder, { recursive: true }))

const write = (pid: number) => writeFile(file, `${pid}\n/data\n1\n5432\n/tmp/socket\n`)

test.runIf(existsSync('/proc/self/comm'))(
  'the pid of another process is no server, and its file goes',
  async () => {
    await write(process.pid)
    expect(await readPostmaster(folder)).toBeUndefined()
    await removeReusedPid(folder)
    expect(existsSync(file)).toBe(false)
  },
)

test('the file of a server that died stays: PostgreSQL judges it by its memory too', async () => {
  await write(2 ** 22 + 1)
  expect(await readPostmaster(folder)).toBeUndefined()
  await removeReusedPid(folder)
  expect(existsSync(file)).toBe(true)
})
