import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { png } from '../../tests/support/logos.ts'
import { ImageRefused } from './image-type.ts'
import { createImages, type Images, ImagesBusyError } from './images.ts'

/** How the image process reports a failure: caused by the image, or by us. */
vi.setConfig({ testTimeout: 60_000 })

let images: Images
let failures: string[]
beforeEach(() => {
  failures = []
  images = createImages((error) => failures.push(error.message))
})
afterEach(() => images.close())

const rendering = { fit: 'cover', quality: 80, as: 'image/png' } as const

test('a truncated file is refused as no image, without a failure', async () => {
  const half = (await png()).subarray(0, 60)
  const made = images.run({ kind: 'clean', type: 'image/png', bytes: half })
  await expect(made).rejects.toEqual(new ImageRefused('no image'))
  expect(failures).toEqual([])
})

test('a failure of the process is reported, and not blamed on the image', async () => {
  const bytes = await png()
  const made = images.run({
    kind: 'render',
    type: 'image/png',
    bytes,
    rendering: { ...rendering, width: -1 },
  })
  await expect(made).rejects.toBeInstanceOf(ImagesBusyError)
  expect(failures).toEqual(['the work failed'])
  // A new process handles the next image.
  const next = images.run({ kind: 'render', type: 'image/png', bytes, rendering: { ...rendering, width: 8 } })
  expect((await next).length).toBeGreaterThan(0)
})

test('closing ends what is in progress and what waits, without a failure or another process', async () => {
  const bytes = await png()
  const made = [8, 9].map((width) =>
    images.run({ kind: 'render', type: 'image/png', bytes, rendering: { ...rendering, width } }),
  )
  images.close()
  for (const { status } of await Promise.allSettled(made)) expect(status).toBe('rejected')
  await expect(
    images.run({ kind: 'render', type: 'image/png', bytes, rendering: { ...rendering, width: 8 } }),
  ).rejects.toBeInstanceOf(ImagesBusyError)
  expect(failures).toEqual([])
})
