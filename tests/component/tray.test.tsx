import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, open } from '../support/render-site.tsx'

/** The tray of tools to compare. */

const tools = ['Ada', 'Bea', 'Cyd', 'Dot', 'Eve'].map((name, n) => ({
  ...{ id: `t${n}`, name, slug: name.toLowerCase(), logo: null, short_description: 'Writes along.' },
  ...{ featured: false, upvote_count: 1, created_at: '2026-01-01T00:00:00Z', latest_reason: null },
  ...{ category_id: null, category_name: null, category_slug: null, total: 5 },
}))

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  answer('rpc/list_tools', () => tools)
  answer('categories', () => [])
})

async function openHome() {
  const { page, user } = open('/')
  await page.findByRole('checkbox', { name: 'Compare Eve' })
  const tray = async () => within(await page.findByRole('complementary', { name: 'Tools to compare' }))
  return {
    ...{ page, user, tray },
    press: (name: string) => user.click(page.getByRole('checkbox', { name: `Compare ${name}` })),
    isPressed: (name: string) =>
      page.getByRole('checkbox', { name: `Compare ${name}` }).getAttribute('aria-checked') === 'true',
    said: async (text: string) =>
      waitFor(async () => expect((await tray()).getByRole('status').textContent).toBe(text)),
    kept: () => localStorage.getItem('compare'),
  }
}

test('collects up to four tools, says so, and leads to the page that compares them', async () => {
  const { press, isPressed, said, tray, kept } = await openHome()
  await press('Ada')
  await said('Ada added. 1 of 4 tools to compare')
  for (const name of ['Bea', 'Cyd', 'Dot']) await press(name)
  await said('Dot added. 4 of 4 tools to compare')
  await press('Eve')
  await said('Four tools are chosen already. Remove one to add another.')
  expect([isPressed('Ada'), isPressed('Eve')]).toEqual([true, false])
  const link = (await tray()).getByRole('link', { name: 'Compare' })
  expect(link.getAttribute('href')).toBe('/compare?tools=ada,bea,cyd,dot')
  expect(kept()).toContain('"name":"Dot"')
})

test('removes tools one by one, by either button, or all; the focus moves to a neighbour', async () => {
  const { press, isPressed, said, tray, page, user, kept } = await openHome()
  for (const name of ['Ada', 'Bea', 'Cyd']) await press(name)
  await press('Ada')
  await said('Ada removed. 2 of 4 tools to compare')
  await user.click((await tray()).getByRole('button', { name: 'Remove Bea' }))
  await said('Bea removed. 1 of 4 tools to compare')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Cyd'))
  await user.click((await tray()).getByRole('button', { name: 'Clear' }))
  await said('No tools to compare.')
  expect([isPressed('Cyd'), kept()]).toEqual([false, null])
  expect(document.activeElement?.id).toBe('content')
  expect(page.queryByRole('link', { name: 'Compare' })).toBeNull()
})

test('shows tools collected in another tab, and ignores foreign values in storage', async () => {
  const { press, isPressed, tray } = await openHome()
  await press('Ada')
  const tell = (newValue: string) => {
    localStorage.setItem('compare', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'compare', newValue }))
  }
  tell(JSON.stringify([{ slug: 'bea', name: 'Bea' }, { slug: 7 }, 'x']))
  await waitFor(() => expect([isPressed('Ada'), isPressed('Bea')]).toEqual([false, true]))
  expect((await tray()).getAllByRole('listitem')).toHaveLength(1)
  tell('{broken')
  await waitFor(() => expect(isPressed('Bea')).toBe(false))
})

test('is kept across a reload', async () => {
  localStorage.setItem('compare', JSON.stringify([{ slug: 'bea', name: 'Bea' }]))
  const { isPressed, tray } = await openHome()
  expect((await tray()).getByRole('listitem').textContent).toBe('Bea')
  await waitFor(() => expect(isPressed('Bea')).toBe(true))
})
