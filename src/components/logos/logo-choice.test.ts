import { describe, expect, it } from 'vitest'
import { MAX_LOGO_BYTES } from '#shared/catalogue-rules.ts'
import { logoFileName, storedLogoName } from '~/components/logos/logos-data'
import { findLogoMistake } from './logo-choice'

describe('a file as a logo', () => {
  it.each([
    ['image/png', MAX_LOGO_BYTES, null],
    ['image/svg+xml', 1, null],
    ['image/png', MAX_LOGO_BYTES + 1, 'Image file size must be less than 2MB'],
    ['text/html', 1, 'Please upload an image file'],
    ['application/pdf', MAX_LOGO_BYTES + 1, 'Please upload an image file'],
    ['', 1, 'Please upload an image file'],
  ])('of %j with %d bytes: %j', (type, size, mistake) => {
    expect(findLogoMistake({ type, size })).toBe(mistake)
  })

  it.each([
    ['Logo.PNG', 'image/png', 'png'],
    ['my.logo.jpeg', 'image/jpeg', 'jpeg'],
    ['pasted', 'image/svg+xml', 'svg'],
    ['../../x.p/ng', 'image/webp', 'webp'],
    ['x.', 'image/', 'img'],
  ])('called %j is kept with the extension of its name, else of its type', (name, type, extension) => {
    expect(logoFileName('some-id', { name, type }, 1234)).toBe(`some-id-1234.${extension}`)
  })
})

describe('the file behind a logo', () => {
  it.each([
    ['http://localhost:3000/storage/v1/object/public/tool-logos/id-1.png', 'id-1.png'],
    ['/storage/v1/object/public/tool-logos/id-1.png', 'id-1.png'],
    ['https://elsewhere.example/logo.png', null],
    ['https://elsewhere.example/object/public/other/id-1.png', null],
    ['/storage/v1/object/public/tool-logos/', null],
  ])('of %s is %j', (logo, name) => {
    expect(storedLogoName(logo)).toBe(name)
  })
})
