import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { type ClonedDatabase, cloneDatabase } from './clone-database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** What a test file opens while it is read, and what is gone after its tests: the last one opened goes first. */

/** Closes it after the tests of this file. */
export function closing<T extends { close(): Promise<unknown> }>(opened: T): T {
  afterAll(() => opened.close())
  return opened
}

/** The server of this file. */
export const testServer = async (env?: Record<string, string>): Promise<TestServer> =>
  closing(await startTestServer(env))

/** A database of this file, for tests that need no server. */
export const testDatabase = async (): Promise<ClonedDatabase> => closing(await cloneDatabase())

/** A folder of this file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
