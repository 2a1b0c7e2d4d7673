import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepSecret } from './data-dir.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a secret', () => {
  const keep = (secret: string) => keepSecret(folder, 'jwt-secret', () => secret)
  const file = () => path.join(folder, 'secrets/jwt-secret')

  test('is made once and kept for its owner alone', async () => {
    expect(await keep('first')).toBe('first')
    expect(await keep('second')).toBe('first')
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  test('is the same for processes that make it at the same time', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, (_, turn) => keep(`secret ${turn}`)))
    expect(new Set(kept).size).toBe(1)
    expect(await readFile(file(), 'utf8')).toBe(`${kept[0]}\n`)
  })

  test('that cannot be read is not replaced', async () => {
    await mkdir(path.dirname(file()))
    await symlink(file(), file())
    await expect(keep('another')).rejects.toThrow(
      `DATA_DIR ${folder}: secrets/jwt-secret cannot be read (ELOOP)`,
    )
  })

  test('that is empty is not replaced', async () => {
    await mkdir(path.dirname(file()))
    await writeFile(file(), '\n')
    await expect(keep('another')).rejects.toThrow('secrets/jwt-secret is empty')
  })
})
