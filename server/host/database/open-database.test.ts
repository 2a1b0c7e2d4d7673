import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../../tests/support/free-port.ts'
import { readConfig, StartError } from '../../lib/config.ts'
import { openDatabase } from './open-database.ts'

test('an address where everyone is hung up on is given up', async () => {
  const port = await freePort()
  const server = createServer((socket) => socket.end()).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { setTimeout: inTime } = globalThis
  // The ten seconds take no time here; the driver's own pauses stay.
  const spy = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation((work, ms) => inTime(work, ms === 10_000 ? 100 : ms))
  await expect(
    openDatabase(readConfig({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/none` })),
  ).rejects.toThrow('DATABASE_URL cannot be used: the database does not answer')
})

test('what the driver does not know is told in a line', () =>
  expect(
    openDatabase(readConfig({ DATABASE_URL: 'postgres://u@127.0.0.1:1/none?target_session_attrs=some' })),
  ).rejects.toThrow(
    new StartError('DATABASE_URL cannot be used: target_session_attrs some is not supported'),
  ))
