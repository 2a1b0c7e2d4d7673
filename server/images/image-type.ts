/** The type of an image by its first bytes. Names and headers are not trusted. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]
export type RasterType = Exclude<ImageType, 'image/svg+xml'>

/** The image is at fault: it is invalid or too large. Any other failure is ours. */
export class ImageRefused extends Error {
  override name = 'ImageRefused'
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(reason)
    this.reason = reason
  }
}

export type ImageRefusal = 'no image' | 'too large'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes in which the root element of an SVG must begin: exporters write long comments. */
export const PROLOG_BYTES = 64 * 1024

/** The type of an image by its first bytes, or undefined if it is none of the five. */
export function sniffImageType(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'image/gif'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp'
  const start = decodeText(bytes.subarray(0, PROLOG_BYTES), false)
  return start !== undefined && rootStart(start) !== undefined ? 'image/svg+xml' : undefined
}

/** The text of an SVG from its root element on; undefined if it is not an SVG. */
export function svgRoot(bytes: Buffer): string | undefined {
  const text = decodeText(bytes)
  const start = text === undefined ? undefined : rootStart(text)
  return start === undefined ? undefined : text?.slice(start)
}

/** The position of the root element: only what XML allows may precede it, and it must be svg. */
function rootStart(text: string): number | undefined {
  for (let at = 0; ; ) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
    const rest = text.slice(at)
    if (/^<(?:[\w-]+:)?svg[\s/>]/.test(rest)) return at
    const prolog = PROLOG.exec(rest)
    if (!prolog) return undefined
    at += prolog[0].length
  }
}

/**
 * An XML declaration, processing instruction, comment, or document type with declarations only. Its end must be where
 * every parser sees it, or another image would be verified than the one that is served.
 */
const PROLOG =
  /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+(?:[\w-]+:)?svg\b(?:[^[>"']|"[^"]*"|'[^']*')*(?:\[(?:\s|<!(?:ENTITY|ATTLIST|ELEMENT)\s(?:[^<>"'\]]|"[^"\]]*"|'[^'\]]*')*>)*\]\s*)?>)/

/** The text of a file in UTF-8 or, with a byte order mark, UTF-16; undefined if it is neither. */
function decodeText(bytes: Buffer, whole = true): string | undefined {
  const mark = bytes.toString('hex', 0, 2)
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    // The first bytes may end within a character.
    return new TextDecoder(encoding, { fatal: whole }).decode(bytes)
  } catch {
    return undefined
  }
}
