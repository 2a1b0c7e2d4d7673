/** Bytes of a picture that is sent in, as the database counts them. */
const MAX_BYTES = 100 * 1024
/** Pixels a side: the first that is small enough. */
const SIDES = [512, 256, 128]

/** A picture as a PNG that may be sent in, in base64; undefined if this browser cannot draw it. */
export async function toSmallPng(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const isVector = file.type === 'image/svg+xml'
    return SIDES.map((side) => draw(image, fitInto(side, image, isVector))).find(
      (png) => png && (png.length * 3) / 4 <= MAX_BYTES,
    )
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

type Natural = Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>

/** The size to draw a picture in: within a square. One of lines is as sharp at any size, and may have none of its own. */
export function fitInto(side: number, { naturalWidth, naturalHeight }: Natural, isVector: boolean) {
  const longest = Math.max(naturalWidth, naturalHeight)
  if (naturalWidth === 0 || naturalHeight === 0) return { width: side, height: side }
  const scale = isVector ? side / longest : Math.min(1, side / longest)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(naturalWidth), height: scaled(naturalHeight) }
}

function draw(image: HTMLImageElement, size: { width: number; height: number }): string | undefined {
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1]
}

/** As an image's address. */
export const pngAddress = (png: string) => `data:image/png;base64,${png}`

/** As a file to upload. */
export const pngFile = (png: string) =>
  new File([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))], 'logo.png', { type: 'image/png' })
