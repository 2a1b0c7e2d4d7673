import { inflateSync } from 'node:zlib'

/** The font in a WOFF 1.0 file (https://www.w3.org/TR/WOFF/): its tables, unpacked, in the frame a font file has. */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = file.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const tables: Buffer[] = []
  let place = head.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index
    const start = file.readUInt32BE(entry + 4)
    const packed = file.readUInt32BE(entry + 8)
    const size = file.readUInt32BE(entry + 12)
    const bytes = file.subarray(start, start + packed)
    const table = packed < size ? inflateSync(bytes) : bytes
    const at = 12 + 16 * index
    file.copy(head, at, entry, entry + 4)
    head.writeUInt32BE(file.readUInt32BE(entry + 16), at + 4)
    head.writeUInt32BE(place, at + 8)
    head.writeUInt32BE(size, at + 12)
    const padded = Buffer.alloc((size + 3) & ~3)
    table.copy(padded)
    tables.push(padded)
    place += padded.length
  }
  return Buffer.concat([head, ...tables])
}
