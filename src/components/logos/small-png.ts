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
    return SIDES.map((side) => draw(image, side)).find((png) => png && (png.length * 3) / 4 <= MAX_BYTES)
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

function draw(image: HTMLImageElement, side: number): string | undefined {
  const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1]
}

/** As an image's address. */
export const pngAddress = (png: string) => `data:image/png;base64,${png}`

/** As a file to upload. */
export const pngFile = (png: string) =>
  new File([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))], 'logo.png', { type: 'image/png' })
