import { expect, test } from 'vitest'
import { recordBackup } from '../../server/host/backup/back-up.ts'
import { importStarter } from '../../server/product/import-export/import-starter.ts'
import { administrator, messageOf } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** The first steps of a new directory, as shown to its administrators. */

const server = await testServer()
await importStarter(server.sql)
const owner = await administrator(server)

const done = async () => {
  const { data } = await owner.client.rpc('get_first_steps').single()
  return Object.entries(data ?? {}).flatMap(([step, isDone]) => (isDone ? [step] : []))
}

test('each is done once any administrator did it', async () => {
  expect(await done()).toEqual([])
  const tool = { name: 'Ours', slug: 'ours', short_description: 'Text', website_url: 'https://tool.example' }
  await owner.client.from('tools').insert(tool)
  expect(await done()).toEqual(['has_own_tools'])
  const second = await administrator(server)
  expect(await done()).toEqual(['has_own_tools', 'has_company'])
  await server.sql`delete from private.administrators where user_id = ${second.id}`
  expect(await done()).toEqual(['has_own_tools'])
  await server.sql`select private.invite('@example.org', null)`
  await server.sql`select private.write_site_settings('{"name": "Toolshed"}', null, null)`
  expect(await done()).toEqual(['has_settings', 'has_own_tools', 'has_company'])
  const lastBackup = async () => (await owner.client.rpc('get_first_steps').single()).data?.backup_at
  expect(await lastBackup()).toBeNull()
  await recordBackup(server.sql)
  await server.sql`update private.first_steps set at = '2026-01-01' where step = 'backup'`
  expect(await lastBackup()).toMatch(/^2026-01-01/)
  await recordBackup(server.sql)
  expect(await lastBackup()).not.toMatch(/^2026-01-01/)
  expect(await done()).toEqual(['has_settings', 'has_own_tools', 'has_company', 'backup_at'])
  expect(await messageOf(owner.client.rpc('dismiss_first_steps'))).toBeUndefined()
  expect(await done()).toContain('is_dismissed')
})

test('links and terms are done once they are the owner’s', async () => {
  const set = (settings: string) =>
    server.sql`select private.write_site_settings(${settings}::text::jsonb, null, null)`
  await set('{"social_links": [], "law": null, "terms": null}')
  expect(await done()).toContain('has_links')
  expect(await done()).not.toContain('has_law')
  await set('{"law": "Hesse, Germany"}')
  expect(await done()).toContain('has_law')
  await set('{"law": null, "terms": "Ours."}')
  expect(await done()).toContain('has_law')
  await set('{"social_links": null}')
  expect(await done()).not.toContain('has_links')
})
