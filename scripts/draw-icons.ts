import path from 'node:path'
import sharp from 'sharp'

/**
 * Draws the icons in public/ from the brand's mark, a dot on paper. Run `node scripts/draw-icons.ts` after changing it.
 */

const PUBLIC = path.join(import.meta.dirname, '../public')
const PAPER = '#fbfaf7'
const ACCENT = '#c93411'

/** `corner` and `dot` (radii) as shares of the side. */
function drawing(corner: number, dot: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
      <rect width="512" height="512" rx="${corner * 512}" fill="${PAPER}"/>
      <circle cx="256" cy="256" r="${dot * 512}" fill="${ACCENT}"/>
    </svg>`,
  )
}

const icon = (name: string, size: number, corner: number, dot: number) =>
  sharp(drawing(corner, dot), { density: 144 })
    .resize(size, size)
    .png({ palette: true, colours: 64 })
    .toFile(path.join(PUBLIC, name))

await icon('icon-192.png', 192, 0.22, 0.27)
await icon('icon-512.png', 512, 0.22, 0.27)
// Mobile systems crop these icons to their own shape: background to the edge, the mark well inside.
await icon('icon-maskable-512.png', 512, 0, 0.22)
await icon('apple-touch-icon.png', 180, 0, 0.25)
