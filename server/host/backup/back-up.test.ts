import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from './back-up.ts'

/** A backup that would lack something fails and names it. */

let folder: string
let dataDir: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-lacking-'))
  dataDir = path.join(folder, 'data')
  file = path.join(folder, 'a.tar.gz')
  for (const name of ['logos', 'secrets', 'future/below', 'outside'])
    await mkdir(path.join(name === 'outside' ? folder : dataDir, name), { recursive: true })
  await writeFile(path.join(dataDir, 'secrets/jwt-secret'), 'secret')
  await writeFile(path.join(folder, 'outside/a'), 'a')
})
afterEach(() => rm(folder, { recursive: true }))

const make = () => backUp({ config: { dataDir }, database: undefined, file })
const outside = () => path.join(folder, 'outside')

test.each(['logos', 'logos/link.svg', 'logos/below', 'secrets/key', 'mail', 'future/below/link'])(
  'the link %s',
  async (name) => {
    await rm(path.join(dataDir, name), { recursive: true, force: true })
    await symlink(name.includes('.svg') ? path.join(outside(), 'a') : outside(), path.join(dataDir, name))
    await expect(make()).rejects.toThrow(`would not be whole in the backup: ${name} is a link.`)
    expect(existsSync(file)).toBe(false)
  },
)

test('a link that leads nowhere, a pipe, and a name that is no name elsewhere', async () => {
  await symlink('nowhere', path.join(dataDir, 'logos/dangling.svg'))
  execFileSync('mkfifo', [path.join(dataDir, 'logos/pipe')])
  await writeFile(path.join(dataDir, 'future/new\nline'), '')
  await expect(make()).rejects.toThrow(
    'future/new?line has a control character or backslash in its name, logos/dangling.svg is a link, ' +
      'logos/pipe is neither file nor folder.',
  )
})

test('a disk that is full', async () => {
  // More than is packed ahead, so that packing waits when the disk refuses.
  await writeFile(path.join(dataDir, 'logos/large.svg'), randomBytes(12e6))
  const handle = await open(path.join(outside(), 'a'))
  const files: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
  for (const method of ['write', 'writev'] as const) {
    const refused = vi.spyOn(files, method).mockRejectedValue(full)
    onTestFinished(() => refused.mockRestore())
  }
  await expect(make()).rejects.toThrow(`${file} is on a full disk (ENOSPC)`)
})

test('a file and a folder that may not be read', async () => {
  // Nothing is unreadable for root.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined
  await chmod(path.join(dataDir, 'logos'), 0o000)
  await chmod(path.join(dataDir, 'secrets/jwt-secret'), 0o000)
  if (uid !== undefined)
    for (const name of await readdir(folder, { recursive: true }))
      await chown(path.join(folder, name), uid, uid)
  if (uid !== undefined) await chown(folder, uid, uid)
  try {
    if (uid !== undefined) process.seteuid?.(uid)
    await expect(make()).rejects.toThrow('logos cannot be read, secrets/jwt-secret cannot be read.')
  } finally {
    if (uid !== undefined) process.seteuid?.(0)
  }
})
