import { expect, it } from 'vitest'
import { readEncoding } from './read-encoding.ts'

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

it.each<[string, Uint8Array, string | undefined]>([
  ['nothing', Buffer.from(''), 'utf-8'],
  ['plain letters', Buffer.from('name,url\n'), 'utf-8'],
  ['UTF-8', Buffer.from('Würfel,視頻\n'), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\ufeffWürfel\n'), 'utf-8'],
  ['UTF-16 with a mark', Buffer.from('\ufeffWürfel', 'utf16le'), 'utf-16le'],
  ['UTF-16 without', Buffer.from('name;url\nWürfel', 'utf16le'), 'utf-16le'],
  ['UTF-16, big end first, with a mark', utf16be('\ufeffWürfel'), 'utf-16be'],
  ['UTF-16, big end first, without', utf16be('name;url\nWürfel'), 'utf-16be'],
  ['Latin-1', Buffer.from('name;Würfel\r\n', 'latin1'), 'windows-1252'],
  ['Windows-1252', Buffer.from([0x80, 0x35, 0x93, 0xfc, 0x94]), 'windows-1252'],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), undefined],
  ['UTF-8 that breaks off', Buffer.from([0xef, 0xbb, 0xbf, 0x22, 0xc3]), undefined],
])('recognises %s', async (_what, bytes, encoding) => {
  for (const size of [4, 1000]) expect(await readEncoding(pieces(bytes, size))).toBe(encoding)
})
