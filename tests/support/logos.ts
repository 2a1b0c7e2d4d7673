import { randomUUID } from 'node:crypto'
import sharp from 'sharp'

/** Images for tests, generated on the spot, and file names as the form makes them. */

export const MEGABYTE = 1024 * 1024

export const logoName = (extension = 'png') => `${randomUUID()}-${Date.now()}.${extension}`

export const PUBLIC = '/storage/v1/object/public/tool-logos'

const colour = { r: 40, g: 90, b: 200 }

export const plain = (width = 64, height = width) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

export const png = (width = 64, height = width): Promise<Buffer> => plain(width, height).png().toBuffer()

/** A PNG of exactly this many bytes, padded with an ignored chunk. */
export async function pngOfBytes(bytes: number): Promise<Buffer> {
  const picture = await png()
  const filling = bytes - picture.length - 12
  const chunk = Buffer.alloc(filling + 12)
  chunk.writeUInt32BE(filling, 0)
  chunk.write('fiLl', 4, 'latin1')
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + filling)), 8 + filling)
  const end = picture.length - 12
  return Buffer.concat([picture.subarray(0, end), chunk, picture.subarray(end)])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** An animation of this many frames, each in another colour. */
export async function animation(type: 'gif' | 'webp', frames = 4, side = 32): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: { r: (index * 50) % 256, g: index % 256, b: 10 },
        },
      })
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(pictures, { join: { animated: true } })
  const delay = pictures.map(() => 80)
  return type === 'gif' ? joined.gif({ delay }).toBuffer() : joined.webp({ delay }).toBuffer()
}

/** A PNG that claims a size but has hardly any data. */
export async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const picture = await png(8)
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29)
  return picture
}

export const svg = (content = '<rect width="10" height="10" fill="#345"/>', attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${content}</svg>`)

/**
 * An SVG that tries every way to run a script, or to load from or link to `origin`. A script would mark the document.
 */
export function hostileDrawing(origin: string): Buffer {
  const act = `document.documentElement.setAttribute('ran','yes');fetch('${origin}/fetch')`
  const code = act.replaceAll("'", '&apos;')
  const html = 'xmlns="http://www.w3.org/1999/xhtml"'
  return Buffer.from(`<?xml version="1.0"?><?xml-stylesheet href="${origin}/sheet.css"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${origin}/svg.dtd" [
<!ENTITY % more SYSTEM "${origin}/entity.dtd"><!ATTLIST rect onclick CDATA "${act}">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" onload="${code}">
<script>${act}</script><script href="${origin}/script.js"/><h:script xmlns:h="http://www.w3.org/1999/xhtml">${act}</h:script>
<style>@import url(${origin}/import.css);@font-face{font-family:x;src:url(${origin}/font.woff)}
text{font-family:x}rect{fill:url(${origin}/fill.svg#p);background:url(${origin}/background.png)}</style>
<rect width="5" height="5" onmouseover="${code}"><animate attributeName="x" to="1" dur="1s" onbegin="${code}"/></rect>
<a href="javascript:${code}"><rect id="link" width="9" height="9"/></a>
<set attributeName="onload" to="${code}"/><text>x</text>
<image href="${origin}/image.png" width="1" height="1" onerror="${code}"/><image href="data:image/png,x" onerror="${code}"/>
<image xlink:href="data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg'>&lt;image href='${origin}/nested.png'/>&lt;/svg>"/>
<use href="${origin}/use.svg#x"/><filter id="f"><feImage href="${origin}/filter.png"/></filter><rect filter="url(#f)"/>
<foreignObject width="10" height="10"><body ${html}><meta http-equiv="refresh" content="0;url=${origin}/refresh"/>
<link rel="stylesheet" href="${origin}/link.css"/><link rel="prefetch" href="${origin}/prefetch"/>
<link rel="preconnect" href="${origin}"/><link rel="preload" as="image" href="${origin}/preload.png"/>
<iframe src="${origin}/frame"/><iframe srcdoc="&lt;script>parent.${code}&lt;/script>"/><embed src="${origin}/embed"/>
<object data="${origin}/object"/><img src="${origin}/img.png" onerror="${code}"/><video src="${origin}/video" autoplay=""/>
<form action="${origin}/form"><input autofocus="" onfocus="${code}"/></form></body></foreignObject></svg>`)
}
