import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collect } from '../../../tests/support/collect.ts'
import { UnusableInput } from '../../lib/errors.ts'
import { openCatalogueFile } from './catalogue-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'catalogue-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function open(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return openCatalogueFile(file)
}

it('determines the format by the name, and reports how far it has been read', async () => {
  const lines = await open('a.JSONL', '{"a":1}\n')
  expect(lines.progress()).toBe(0)
  expect(await collect(lines.rows)).toEqual([{ line: 1, value: { a: 1 } }])
  expect(lines.progress()).toBe(1)
  const table = await open('a.csv', 'name,short_description,website_url\nx,y,z\n')
  expect(await collect(table.rows)).toHaveLength(1)
})

it('refuses an invalid file with a message', async () => {
  await expect(openCatalogueFile(path.join(folder, 'none.csv'))).rejects.toThrow('does not exist')
  await expect(openCatalogueFile(folder)).rejects.toThrow('is not a file')
  await expect(open('a.ods', '')).rejects.toThrow('must end with .jsonl, .ndjson, .csv, .tsv, .xlsx')
  await expect(open('a.xlsx', 'PK')).rejects.toThrow('is not an Excel workbook')
  await expect(open('cut.jsonl', new Uint8Array([0x22, 0xc3]))).rejects.toThrow('is not UTF-8 text')
  await expect(open('latin1.jsonl', Buffer.from('"Café"', 'latin1'))).rejects.toThrow('is not UTF-8 text')
  await expect(open('image.csv', Buffer.from([0x89, 0x50, 0xff, 0x1a]))).rejects.toThrow(UnusableInput)
})
