import { expect, it } from 'vitest'
import { fitInto } from './small-png'

const sized = (naturalWidth: number, naturalHeight: number) => ({ naturalWidth, naturalHeight })

it.each([
  ['a large picture', sized(2000, 1000), false, { width: 512, height: 256 }],
  ['a small one, which would blur', sized(24, 12), false, { width: 24, height: 12 }],
  ['a small one of lines', sized(24, 12), true, { width: 512, height: 256 }],
  ['a large one of lines', sized(2000, 1000), true, { width: 512, height: 256 }],
  ['one of lines without a size', sized(0, 0), true, { width: 512, height: 512 }],
  ['a thin one', sized(2000, 1), false, { width: 512, height: 1 }],
])('%s', (_what, image, isVector, size) => {
  expect(fitInto(512, image, isVector)).toEqual(size)
})
