import { expect, test } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { ImageRefused } from '../../images/image-type.ts'
import { createIcons } from './icons.ts'

const ICON = '/storage/v1/object/public/tool-logos/site-1.svg'
const site = async () => resolveSite({ ...NO_SETTINGS, icon_path: ICON }, {})
const svg = () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>')

/** Answers of the storage and of the drawing, one per call; what follows is good. */
function open(reads: (Response | Error)[], drawings: Error[] = []) {
  const asked = { reads: 0, drawings: 0 }
  const icons = createIcons({
    site,
    fetchFile: async () => {
      const answer = reads[asked.reads++] ?? svg()
      if (answer instanceof Error) throw answer
      return answer
    },
    images: {
      run: async () => {
        const failure = drawings[asked.drawings++]
        if (failure) throw failure
        return Buffer.from('png')
      },
      close: () => undefined,
    },
  })
  const get = async () =>
    (await icons(new Request('https://site.example/favicon.ico'), '/favicon.ico'))?.status
  return { asked, get }
}

test.each([404, 500, 503])('an icon that could not be read (%i) is read again', async (status) => {
  const { get, asked } = open([new Response('', { status })])
  expect([await get(), await get(), await get()]).toEqual([undefined, 200, 200])
  expect(asked).toEqual({ reads: 2, drawings: 1 })
})

test('so is one whose read or drawing failed', async () => {
  for (const { get } of [open([new Error('lost')]), open([], [new Error('out of time')])]) {
    await expect(get()).rejects.toThrow()
    expect(await get()).toBe(200)
  }
})

test('what can never be drawn is not tried again', async () => {
  const { get, asked } = open([], [new ImageRefused('too large')])
  expect([await get(), await get()]).toEqual([undefined, undefined])
  expect(asked).toEqual({ reads: 1, drawings: 1 })
})
