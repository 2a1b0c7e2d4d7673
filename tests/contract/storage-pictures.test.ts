import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { administrator } from '../support/actors.ts'
import { animation, hostileDrawing, plain, png, svg } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { NOT_AN_IMAGE, storageOf } from './storage.ts'

/** What is kept of a picture that is uploaded (server/images/clean.test.ts), and how it is served. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)
const { keep } = storageOf(() => ({ server, admin }))

test.each([
  ['image/png', () => png()],
  ['image/gif', () => plain().gif().toBuffer()],
  ['image/svg+xml', async () => svg()],
])('%s is served as that, whatever it was called', async (type, make) => {
  for (const [extension, header] of [
    ['png', type],
    ['html', 'text/html'],
    ['jpg', 'image/svg+xml'],
  ] as const) {
    const answer = await keep(await make(), extension, header)
    expect([answer.error, answer.type]).toEqual([null, type])
  }
})

test('what is no image, or would unpack to too much, is refused and leaves nothing', async () => {
  const message = 'The image has too many pixels or frames for a logo'
  for (const body of [
    Buffer.from('<script>alert(1)</script>'),
    svg('<g><rect></g>'),
    (await png()).subarray(0, 60),
  ])
    expect((await keep(body)).error).toMatchObject(NOT_AN_IMAGE)
  expect((await keep(await animation('gif', 600, 2))).error).toMatchObject({ status: 400, message })
})

test('a drawing comes as it was sent, and may do nothing, as a document or as anything else', async () => {
  // tests/e2e/logos.spec.ts shows that it cannot.
  const drawing = hostileDrawing('https://a.example')
  const { error, kept, headers } = await keep(drawing)
  expect([error, kept]).toEqual([null, drawing])
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('a picture that takes its process down costs nothing but its own answer', async () => {
  const child = () => {
    const list = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
      encoding: 'utf8',
    })
    return Number(/^\s*(\d+).*image-child/m.exec(list.stdout)?.[1] ?? 0)
  }
  await keep(await png())
  const before = child()
  expect(before).toBeGreaterThan(0)
  // Stopped, so that it cannot finish before it is killed.
  process.kill(before, 'SIGSTOP')
  const killed = keep(await png())
  await sleep(300)
  process.kill(before, 'SIGKILL')
  expect((await killed).error).toMatchObject({
    status: 503,
    message: 'The image could not be processed. Please try again.',
  })
  expect((await keep(await png())).error).toBeNull()
  expect(child()).not.toBe(before)
  expect(server.output()).toContain('an image could not be processed')
})
