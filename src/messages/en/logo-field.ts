/** Texts that differ between the kinds of logos. */
export type LogoWords = {
  label: string
  remove: string
  removed: string
  uploaded: (name: string) => string
}

export const replaceImage = 'Replace image'
export const chooseImage = 'Choose image'
export const pngJpgOrSvgUp = 'PNG, JPG or SVG, up to 2 MB.'
export const orDropAnImageHere = ' Or drop an image here.'
export const upload = 'Upload'
export const uploading = (percent: number) => `Uploading... ${percent}%`
export const keepTheOldOne = 'Keep the old one'
export const noImage = 'Please upload an image file'
export const imageTooLarge = 'Image file size must be less than 2MB'
