import { expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { createLog } from '../../server/lib/log.ts'
import { openBackend } from '../../server/open-backend.ts'
import { closing, temporaryFolder, testDatabase } from '../support/test-file.ts'

/** A function declared read-only runs where nothing can be written, whatever it calls. */

const database = await testDatabase()
await database.sql.unsafe(`
  create function private.scribble() returns int language sql volatile security definer as
    $$ insert into public.tools (name, slug, short_description, website_url)
       values ('x', 'scribbled', 'x', 'https://example.org') returning 1 $$;
  create function public.peek() returns int language plpgsql stable security definer as
    $$ begin return private.scribble(); end $$;
  create function public.write() returns int language sql volatile security definer as
    $$ select private.scribble() $$;
  grant execute on function public.peek(), public.write() to anon, service_role`)
const folder = await temporaryFolder()
const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: folder, SEED: 'none' })
const backend = closing(await openBackend({ config, log: createLog('silent'), print: () => undefined }))

async function call(name: string, method: 'GET' | 'POST', key: string): Promise<number> {
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  const request = () => new Request(`http://127.0.0.1:3000/rest/v1/rpc/${name}`, { method, headers })
  const { status } = await backend.fetch(request())
  expect((await backend.fetchForPage(request())).status).toBe(status)
  return status
}
const written = async () => (await database.sql`select from public.tools where slug = 'scribbled'`).count

test.each(['GET', 'POST'] as const)('%s', async (method) => {
  for (const key of [backend.publishableKey, backend.secretKey])
    expect(await call('peek', method, key)).toBe(405)
  expect(await written()).toBe(0)
})

test('a function that writes can be called by POST only', async () => {
  expect(await call('write', 'GET', backend.publishableKey)).toBe(405)
  expect(await written()).toBe(0)
})
