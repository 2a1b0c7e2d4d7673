import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepareDataDir } from '../data-dir.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

let folder: string
let dataDir: string
let target: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-restore-'))
  ;[dataDir, target, file] = [
    path.join(folder, 'data'),
    path.join(folder, 'new'),
    path.join(folder, 'a.tar.gz'),
  ]
  for (const name of ['logos', 'secrets', 'backups', 'postgres', 'postgres.old', 'future/below'])
    await mkdir(path.join(dataDir, name), { recursive: true, mode: 0o700 })
  const files = {
    'logos/one.svg': '<svg/>',
    'logos/.max-age-one.svg': '60',
    'logos/.tmp-half': '<sv',
    'secrets/jwt-secret': 'secret\n',
    'future/below/file with spaces and ß': 'kept',
    'postgres/PG_VERSION': '18',
    'postgres.old/PG_VERSION': '18',
    'backups/old.tar.gz': '',
    'plaudit.pid': '1',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dataDir, name), text)
  await chmod(path.join(dataDir, 'secrets/jwt-secret'), 0o600)
})
afterEach(() => rm(folder, { recursive: true }))

const make = () => backUp({ config: { dataDir }, database: undefined, file })

test('restores every file of DATA_DIR, and nothing else', async () => {
  await make()
  expect(await restore(file, target)).toMatchObject({ format: 1, database: false })
  const names = (await readdir(target, { recursive: true })).sort()
  expect(names).toEqual([
    'future',
    'future/below',
    'future/below/file with spaces and ß',
    'logos',
    'logos/.max-age-one.svg',
    'logos/one.svg',
    'secrets',
    'secrets/jwt-secret',
  ])
  expect(await readFile(path.join(target, 'secrets/jwt-secret'), 'utf8')).toBe('secret\n')
  expect((await stat(path.join(target, 'secrets/jwt-secret'))).mode & 0o777).toBe(0o600)
  expect((await stat(path.join(target, 'secrets'))).mode & 0o777).toBe(0o700)
})

test('other programs read it and verify its checksums', async () => {
  await make()
  await mkdir(target)
  execFileSync('tar', ['xzf', file, '-C', target])
  const verified = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: target, encoding: 'utf8' })
  expect(verified).toContain('secrets/jwt-secret: OK')
})

function isSameContent(changed: Buffer, whole: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(gunzipSync(whole))
  } catch {
    return false
  }
}

describe('refuses, and leaves nothing of it,', () => {
  const refused = async (reason: RegExp) => {
    await expect(restore(file, target)).rejects.toThrow(reason)
    expect(await readdir(target)).toEqual([])
  }

  test('a file truncated at any position', async () => {
    const { bytes } = await make()
    for (let cut = bytes - 1; cut > 0; cut -= Math.ceil(bytes / 10)) {
      await truncate(file, cut)
      await refused(/is no whole backup/)
    }
  })

  test('a file with a changed byte at any position', async () => {
    await make()
    const whole = await readFile(file)
    // The byte of gzip's header that names the operating system may differ.
    for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 10)) {
      const changed = Buffer.from(whole)
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
      // Such as a code that no byte uses.
      if (isSameContent(changed, whole)) continue
      await writeFile(file, changed)
      await refused(/is no whole backup/)
    }
  })

  test('a valid gzip and tar with a missing or wrong checksum, or with paths outside', async () => {
    const description = JSON.stringify({
      ...{ format: 1, version: '1', made: '2026-11-23T06:00:00.000Z', platform: 'any', database: false },
    })
    const sum = '0'.repeat(64)
    for (const [entries, reason] of [
      [{ 'plaudit-backup.json': description }, /its end with the checksums is missing/],
      [
        { 'plaudit-backup.json': description, SHA256SUMS: `${sum}  plaudit-backup.json\n` },
        /the checksum of plaudit-backup\.json is wrong/,
      ],
      [{ 'plaudit-backup.json': description, a: '', SHA256SUMS: '' }, /files without a checksum/],
      [{ 'plaudit-backup.json': description, '../a': '' }, /is no file or folder of its own/],
      [{ 'plaudit-backup.json': '{}' }, /made by another version/],
      [{ 'other.txt': '' }, /is no backup of Plaudit/],
    ] as const) {
      const tar = await packTar(
        Object.entries(entries).map(([name, body]) => ({ header: { name, size: body.length }, body })),
      )
      await writeFile(file, gzipSync(tar))
      await refused(reason)
    }
    await writeFile(file, 'no archive')
    await refused(/is no whole backup/)
    await rm(file)
    await refused(/cannot be read/)
  })
})

test('killed between its moves, it blocks both a start and another restore', async () => {
  await make()
  await mkdir(path.join(target, 'restore.unfinished'), { recursive: true })
  await mkdir(path.join(target, 'secrets'))
  await expect(prepareDataDir(target)).rejects.toThrow('was not restored to its end')
  await expect(restore(file, target)).rejects.toThrow(/is not empty \(secrets\)/)
  expect(existsSync(path.join(target, 'restore.unfinished'))).toBe(true)
})

test('a backup into the backed-up folder is refused', async () => {
  file = path.join(dataDir, 'a.tar.gz')
  await expect(make()).rejects.toThrow('is in DATA_DIR')
  file = path.join(dataDir, 'backups/a.tar.gz')
  expect((await make()).bytes).toBeGreaterThan(0)
  file = path.join(folder, 'none/a.tar.gz')
  await expect(make()).rejects.toThrow(/a\.tar\.gz cannot be made \(ENOENT\)/)
})
