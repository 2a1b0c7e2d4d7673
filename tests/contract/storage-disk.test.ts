import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { administrator, type Client, member, withToken } from '../support/actors.ts'
import { tool } from '../support/catalogue-lines.ts'
import { logoName, PUBLIC, plain, png } from '../support/logos.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { temporaryFolder, testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { decideOne, sendIn } from './contributions.ts'
import { importValues } from './imports.ts'
import { addTool } from './rows.ts'

/** Logos as files below DATA_DIR: their layout, and failures of disk or process. */
vi.setConfig({ testTimeout: 180_000 })

const dataDir = await temporaryFolder()
const folder = path.join(dataDir, 'logos')
const server = await testServer({ RATE_LIMITS: 'off', DATA_DIR: dataDir })
const admin = await administrator(server)
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true })
})

const logos = (client: Client = admin.client) => client.storage.from('tool-logos')
const get = (name: string, from: { url: string } = server) => fetch(`${from.url}${PUBLIC}/${name}`)
const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)

async function upload(name = logoName()): Promise<string> {
  expect((await logos().upload(name, await png(), { cacheControl: '3600' })).error).toBeNull()
  return name
}

test('a logo is one plain file for its owner alone', async () => {
  const name = await upload()
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual([name])
})

test('a foreign file is not served unless it is an image with a logo’s name', async () => {
  const real = await upload()
  await writeFile(path.join(folder, 'page.png'), '<html><script>alert(1)</script></html>')
  await symlink('/etc/passwd', path.join(folder, 'link.png'))
  await mkdir(path.join(folder, 'folder.png'))
  for (const name of ['page.png', 'link.png', 'folder.png']) expect((await get(name)).status).toBe(404)
  expect((await get(real)).status).toBe(200)
})

test('the sweep deletes unused logos older than a day and remains of uploads, nothing else', async () => {
  const [used, moved, unused, fresh] = [await upload(), await upload(), await upload(), await upload()]
  const addressOf = (name: string) => logos().getPublicUrl(name).data.publicUrl
  await addTool(server.sql, { logo: addressOf(used) })
  await addTool(server.sql, { logo: `https://an.older.name${PUBLIC}/${moved}?v=1` })
  // Undoing the decision and the import brings these back.
  const [decided, imported] = [await upload(), await upload()]
  const corrected = await addTool(server.sql, { logo: addressOf(decided) })
  const id = await sendIn(await member(server), {
    ...{ kind: 'correction', tool_id: corrected.id, proposed: { pricing: 'free' } },
  })
  expect(await decideOne(admin.client, id, 'accepted')).toMatchObject({ outcome: 'done' })
  await server.sql`update public.tools set logo = null where id = ${corrected.id}`
  const { slug } = await addTool(server.sql, { logo: addressOf(imported) })
  await importValues(server.sql, [tool(slug, { format: 'plaudit/1', kind: 'tool', logo: null })], {
    record: { source: 'command line', file: 'a.jsonl', actorId: null },
  })
  for (const name of [used, moved, unused, decided, imported])
    await utimes(path.join(folder, name), longAgo, longAgo)
  await writeFile(path.join(folder, '.tmp-old'), 'half')
  await utimes(path.join(folder, '.tmp-old'), longAgo, longAgo)
  await writeFile(path.join(folder, '.tmp-new'), 'half')
  await writeFile(path.join(folder, '.keep'), '')
  await utimes(path.join(folder, '.keep'), longAgo, longAgo)

  const second = await startPageless({
    ...{ RATE_LIMITS: 'off', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    DATABASE_URL: server.databaseUrl,
  })
  await vi.waitFor(() => expect(second.output()).toContain('were removed'), { timeout: 10_000 })
  await second.close()
  expect((await readdir(folder)).sort()).toEqual(
    [used, moved, fresh, decided, imported, '.tmp-new', '.keep'].sort(),
  )
  expect(second.output()).toMatch(/"logos":1,"leftovers":1.*were removed/)
})

describe('a folder that', () => {
  const outcome = async (name: string) => {
    const [written, removed, read] = [
      await logos().upload(logoName(), await png()),
      await logos().remove([name]),
      await get(name),
    ]
    return [written.error, removed.error, read] as const
  }

  test('is gone and a file in its place: 503 in words, and all is well when it is back', async () => {
    const name = await upload()
    await rename(folder, `${folder}-aside`)
    await writeFile(folder, '')
    const [written, removed, read] = await outcome(name)
    expect(written).toMatchObject({ status: 503, statusCode: '503' })
    expect(removed).toMatchObject({ status: 503 })
    expect(read.status).toBe(503)
    expect(await read.json()).toMatchObject({
      message: 'The logos cannot be reached at the moment. Please try again.',
    })
    expect(server.output()).toContain('the logo store failed')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await rm(folder)
    await rename(`${folder}-aside`, folder)
    expect((await get(name)).status).toBe(200)
    await upload()
  })

  /** Mounts the folder as its own file system, where this user may. */
  const mount = (...args: string[]) => spawnSync('mount', [...args, folder]).status === 0
  /** Lazily, because the server may still have the last file open. */
  const unmount = () => expect(spawnSync('umount', ['--lazy', folder]).status).toBe(0)
  const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0 && process.getuid?.() === 0

  test.skipIf(!mayMount)('is read-only: reads go on, writes are 503 in words', async () => {
    const name = await upload()
    expect(mount('--bind', folder)).toBe(true)
    try {
      expect(spawnSync('mount', ['-o', 'remount,bind,ro', folder]).status).toBe(0)
      const [written, removed, read] = await outcome(name)
      for (const error of [written, removed])
        expect(error).toMatchObject({ status: 503, message: 'The storage of the logos cannot be written.' })
      expect(read.status).toBe(200)
    } finally {
      unmount()
    }
    expect((await readdir(folder)).sort()).toEqual([name])
  })

  test.skipIf(!mayMount)('is full: 503 in words, and nothing half is left', async () => {
    await mkdir(folder, { recursive: true })
    expect(mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs')).toBe(true)
    try {
      const noisy = await plain(400).png().toBuffer()
      expect((await logos().upload('fits.png', noisy)).error).toBeNull()
      const large = await sharp({
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: 'red',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .png()
        .toBuffer()
      const { error } = await logos().upload('large.png', large)
      expect(error).toMatchObject({ status: 503, message: 'The storage of the logos is full.' })
      expect(await readdir(folder)).toEqual(['fits.png'])
      expect((await get('large.png')).status).toBe(404)
      expect((await get('fits.png')).status).toBe(200)
    } finally {
      unmount()
    }
  })
})

test('killed while logos come in: every acknowledged one is there and whole after the restart, and no half one', async () => {
  const pictures = await Promise.all(Array.from({ length: 8 }, (_, index) => png(64 + index, 64)))
  const acknowledged: { name: string; width: number }[] = []
  const names: string[] = []
  for (let round = 0; round < 3; round++) {
    const killed = await startSecondProcess(server, { RATE_LIMITS: 'off', DATA_DIR: dataDir })
    const client = withToken(killed, admin.accessToken)
    const before = acknowledged.length
    let stopped = false
    const loops = [0, 1, 2, 3].map(async (lane) => {
      for (let turn = 0; !stopped; turn++) {
        const index = (lane + turn) % pictures.length
        const name = logoName()
        names.push(name)
        const { error } = await logos(client).upload(name, pictures[index] ?? Buffer.alloc(0))
        if (!error) acknowledged.push({ name, width: 64 + index })
      }
    })
    await vi.waitUntil(() => acknowledged.length >= before + 10 + round * 5, { timeout: 60_000, interval: 5 })
    killed.process.kill('SIGKILL')
    stopped = true
    await Promise.all(loops)
    await killed.close()
  }
  const last = await startPageless({
    DATABASE_URL: server.databaseUrl,
    RATE_LIMITS: 'off',
    DATA_DIR: dataDir,
  })
  for (const { name, width } of acknowledged) {
    const answer = await get(name, last)
    expect(answer.status).toBe(200)
    expect(
      (await sharp(Buffer.from(await answer.arrayBuffer()), { failOn: 'warning' }).stats()).isOpaque,
    ).toBe(true)
    expect((await sharp(path.join(folder, name)).metadata()).width).toBe(width)
  }
  // Unacknowledged files may be there or not, but only complete.
  const known = new Set(acknowledged.map(({ name }) => name))
  for (const name of names.filter((each) => !known.has(each))) {
    const answer = await get(name, last)
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 200) await sharp(body, { failOn: 'warning' }).stats()
    else expect(answer.status).toBe(404)
  }
  expect(names.length).toBeGreaterThan(acknowledged.length)
  await last.close()
})
