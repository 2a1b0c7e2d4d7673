/** What an image is by its first bytes. Names and headers are whatever the sender likes. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]
export type RasterType = Exclude<ImageType, 'image/svg+xml'>

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** How far the beginning of an SVG may be from the beginning of its file: exporters write long comments. */
export const PROLOG_BYTES = 64 * 1024

/** The type of an image whose beginning this is, or undefined for anything that is none of the five. */
export function sniffImageType(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'image/gif'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp'
  return isSvg(bytes) ? 'image/svg+xml' : undefined
}

/** Nothing before the root element but what XML allows there, and the root element is svg. */
function isSvg(bytes: Buffer): boolean {
  let rest = decodeText(bytes.subarray(0, PROLOG_BYTES), false) ?? ''
  for (;;) {
    rest = rest.trimStart()
    if (/^<(?:[\w-]+:)?svg[\s/>]/.test(rest)) return true
    const end = prologEnd(rest)
    if (end === undefined) return false
    rest = rest.slice(end)
  }
}

/** Where the declaration, comment or document type that begins here ends. */
function prologEnd(text: string): number | undefined {
  const after = (end: string) => {
    const at = text.indexOf(end)
    return at < 0 ? undefined : at + end.length
  }
  if (text.startsWith('<?')) return after('?>')
  if (text.startsWith('<!--')) return after('-->')
  const doctype = /^<!DOCTYPE\s+(?:[\w-]+:)?svg\b[^[>]*(?:\[[^\]]*\]\s*)?>/.exec(text)
  return doctype?.[0].length
}

/** The text of a file in UTF-8 or, with a byte order mark, UTF-16; undefined when it is neither. */
export function decodeText(bytes: Buffer, whole = true): string | undefined {
  const mark = bytes.toString('hex', 0, 2)
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    // A beginning may end within a character.
    return new TextDecoder(encoding, { fatal: whole }).decode(bytes)
  } catch {
    return undefined
  }
}
