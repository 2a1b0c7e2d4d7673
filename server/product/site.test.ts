import { expect, it } from 'vitest'
import { NO_SETTINGS, SITE_DEFAULTS } from '#shared/site.ts'
import { createReader } from './reader.ts'
import { createSiteReader } from './site.ts'

const ROW = { ...NO_SETTINGS, name: 'Chosen' }

/** The settings, read from a scripted backend; and the reported errors. */
function reading() {
  const answer = { next: async (): Promise<Response> => Response.json([ROW]) }
  const reported: unknown[] = []
  const reader = createReader(() => answer.next(), 'http://127.0.0.1', 'key')
  const site = createSiteReader(reader, {}, (_what, error) => void reported.push(error))
  return { answer, reported, site }
}

it('shows defaults at first, then the last read settings, while the database is down', async () => {
  const { answer, reported, site } = reading()
  answer.next = async () => new Response(null, { status: 503 })
  expect((await site()).name).toBe(SITE_DEFAULTS.name)
  answer.next = async () => Response.json([ROW])
  expect((await site()).name).toBe('Chosen')
  answer.next = async () => new Response(null, { status: 503 })
  expect((await site()).name).toBe('Chosen')
  expect(reported).toEqual([])
})

it.each([
  ['a refusal', async () => new Response(null, { status: 401 })],
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ['something else than settings', async () => Response.json([{ name: 1 }])],
  ['no JSON', async () => new Response('<html>')],
])('never fails, and reports %s', async (_, next) => {
  const { answer, reported, site } = reading()
  await site()
  answer.next = next
  expect((await site()).name).toBe('Chosen')
  expect(reported).toHaveLength(1)
})
