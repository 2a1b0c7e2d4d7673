import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openUnnamedFile } from '../product/import-export/uploaded-file.ts'
import { streamFile } from './stream-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-kept-'))
})
afterEach(() => rm(folder, { recursive: true }))

const isClosed = (handle: { fd: number }) => expect.poll(() => handle.fd).toBe(-1)

describe('a file that is sent', () => {
  const TEXT = 'line\n'.repeat(100_000)
  async function written() {
    const handle = await openUnnamedFile(folder)
    await handle.write(TEXT)
    return handle
  }

  test('is sent from its beginning and closed', async () => {
    const handle = await written()
    expect(await new Response(streamFile(handle)).text()).toBe(TEXT)
    await isClosed(handle)
  })

  test('is closed when its reader goes away', async () => {
    const handle = await written()
    const reader = streamFile(handle).getReader()
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0)
    await reader.cancel()
    await isClosed(handle)
  })

  test('is closed when it cannot be read', async () => {
    const handle = await open(folder)
    await expect(new Response(streamFile(handle)).text()).rejects.toThrow()
    await isClosed(handle)
  })
})
