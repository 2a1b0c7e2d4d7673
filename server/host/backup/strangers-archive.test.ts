import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PLATFORM } from './back-up.ts'
import { restore } from './restore.ts'

/** An archive of a stranger brings nothing but data: no commands, links, modes, locks, and not more than fits. */

let folder: string
let target: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-stranger-'))
  target = path.join(folder, 'new')
  file = path.join(folder, 'a.tar.gz')
})
afterEach(() => rm(folder, { recursive: true }))

interface Foreign {
  name: string
  text?: string
  mode?: number
  type?: 'symlink' | 'link' | 'fifo' | 'directory'
}

/** An archive of anybody's making, with right checksums. */
async function writeForeign(entries: Foreign[], made: object = {}): Promise<void> {
  const described = JSON.stringify({
    ...{ format: 1, version: '1', made: '2026-11-23T06:00:00.000Z', platform: PLATFORM, database: true },
    ...made,
  })
  const all: Foreign[] = [{ name: 'plaudit-backup.json', text: described }, ...entries]
  const sums = all
    .filter(({ type }) => type === undefined)
    .map(({ name, text = '' }) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
  const tar = await packTar(
    [...all, { name: 'SHA256SUMS', text: sums.join('') }].map(({ text = '', ...header }: Foreign) => ({
      header: { size: Buffer.byteLength(text), linkname: '/etc/passwd', ...header },
      body: text,
    })),
  )
  await writeFile(file, gzipSync(tar))
}

const foreign = [
  'recovery.signal',
  'standby.signal',
  'tablespace_map',
  'postmaster.pid',
  'conf.d/evil.conf',
  'evil.so',
  'pg_tblspc/16384/PG_18/1',
  'pg_replslot/evil/state',
].map((name) => `postgres/${name}`)
const ofTheProcess = [
  'plaudit.pid',
  'restore.unfinished/a',
  'backups/a.tar.gz',
  '.write-test-1',
  'postgres.old/a',
]
test.each([...foreign, ...ofTheProcess, 'logos/.tmp-a'])('cannot bring %s', async (name) => {
  await writeForeign([{ name, text: 'evil' }])
  await expect(restore(file, target)).rejects.toThrow(`was not written by a backup: it has ${name}`)
  expect(await readdir(target)).toEqual([])
})

test.each([
  ...[['/etc/evil'], ['../evil'], ['logos/../../evil'], ['logos\\evil'], ['logos/a\nb']].map(
    ([name = '']) => [{ name }],
  ),
  ...(['symlink', 'link', 'fifo'] as const).map((type) => [{ name: 'logos/evil', type }]),
])('cannot reach another place: %j', async (entry) => {
  await writeForeign([entry])
  await expect(restore(file, target)).rejects.toThrow('is no file or folder of its own')
  expect(await readdir(target)).toEqual([])
})

test('cannot bring one file twice, or a database that it does not announce', async () => {
  await writeForeign([{ name: 'logos', type: 'directory' }, { name: 'logos/a' }, { name: 'logos/./a' }])
  await expect(restore(file, target)).rejects.toThrow('it has logos/a twice')
  await writeForeign([{ name: 'postgres/PG_VERSION' }], { database: false })
  await expect(restore(file, target)).rejects.toThrow('it has postgres/PG_VERSION')
})

test('cannot fill the memory, or write to the terminal', async () => {
  await writeForeign([], { version: 'x'.repeat(20_000) })
  await expect(restore(file, target)).rejects.toThrow('plaudit-backup.json is larger than it can be')
  await writeForeign([{ name: 'SHA256SUMS', text: 'x'.repeat(1_000_000) }])
  await expect(restore(file, target)).rejects.toThrow(
    'a.tar.gz is no whole backup: files are missing before its checksums, as in one that was packed anew',
  )
  for (const made of [{ made: '\u001b[2J' }, { platform: '\u001b[2J' }]) {
    await writeForeign([], made)
    await expect(restore(file, target)).rejects.toThrow('made by another version')
  }
})

test('brings neither settings of the server nor modes', async () => {
  const settings = "archive_library = 'evil'\nrestore_command = 'evil'\ninclude_dir = '/tmp/evil'\n"
  const server = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf']
  await writeForeign([
    { name: 'secrets', type: 'directory', mode: 0o777 },
    { name: 'secrets/jwt-secret', text: 'secret', mode: 0o644 },
    { name: 'logos', type: 'directory', mode: 0o4777 },
    { name: 'logos/a.svg', text: '<svg/>', mode: 0o4755 },
    { name: 'postgres', type: 'directory', mode: 0o777 },
    { name: 'postgres/PG_VERSION', text: '18\n', mode: 0o666 },
    ...server.map((name) => ({ name: `postgres/${name}`, text: settings, mode: 0o666 })),
  ])
  await restore(file, target)
  for (const name of await readdir(target, { recursive: true })) {
    const found = await stat(path.join(target, name))
    expect([name, (found.mode & 0o7777).toString(8)]).toEqual([name, found.isDirectory() ? '700' : '600'])
    if (found.isFile()) expect(await readFile(path.join(target, name), 'utf8')).not.toContain('evil')
  }
  expect(await readdir(path.join(target, 'postgres'))).toEqual(['PG_VERSION', ...server].sort())
})
