import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ImportSettings } from '#shared/import-export-rules.ts'
import { type Person, raw } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'

/** Import and export over HTTP like the dashboard's page. */

type Event = {
  type: string
  /** Of an import that can be undone. */
  id?: string
  done?: number
  message?: string
  counts?: Record<string, number>
  digest?: string
  rejections?: { line: number; reason: string; reasons?: unknown; values?: object; proposals?: object }[]
  change?: {
    kind: string
    slug: string
    name: string
    fields?: { field: string; before: unknown; after: unknown }[]
  }
}

/** Calls by the current administrator. */
export function transferOf(at: () => { server: TestServer; admin: Person }) {
  const send = (
    what: 'preview' | 'import',
    body: BodyInit,
    {
      name = 'tools.jsonl',
      token = at().admin.accessToken,
      settings = { existing: 'overwrite' },
      ...init
    }: RequestInit & { name?: string; token?: string; settings?: ImportSettings } = {},
  ) =>
    raw(
      at().server,
      `/transfer/v1/${what}?${new URLSearchParams({ name, settings: JSON.stringify(settings) })}`,
      { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' }, ...init },
      token,
    )

  /** The last event of an import of this body. */
  const importing = async (body: BodyInit, name?: string) =>
    (await eventsOf(await send('import', body, { ...(name && { name }) }))).at(-1)

  const toolsNamed = (prefix: string) =>
    at().server.sql`select slug from public.tools where slug like ${`${prefix}%`} order by slug`

  return { send, importing, toolsNamed }
}

export async function eventsOf(response: Response): Promise<Event[]> {
  expect(response.status).toBe(200)
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** Polls until the condition holds, for less than a test may take, so that the line that waited is named. */
export const until = async (holds: () => Promise<boolean>) => {
  for (const end = performance.now() + 55_000; performance.now() < end; await sleep(20))
    if (await holds()) return
  throw new Error('it did not come about')
}

/** At the end of a file: requests were refused, but nothing failed. */
export function expectNoFailure(server: TestServer): void {
  const failures = server
    .output()
    .split('\n')
    .filter((line) => line.includes('failed'))
  expect(failures).toEqual([])
}
