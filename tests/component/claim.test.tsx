import { test } from 'vitest'
import { answer, breakCalls, open, signIn } from '../support/render-site.tsx'

/** Claiming a tool. */

const LOST = 'This could not be loaded'

test('of a website that no browser can open says its address as it is', async () => {
  signIn()
  answer('tools', () => [{ id: 't1', name: 'Whisper', website_url: 'https://example.org:99999' }])
  answer('rpc/list_my_claims', () => [])
  await open('/claim/whisper').page.findByText(/the page at https:\/\/example\.org:99999/)
})

test('claims that cannot be loaded are not taken for none', async () => {
  signIn()
  answer('rpc/list_my_contributions', () => [])
  breakCalls('rpc/list_my_claims', 500)
  await open('/profile?tab=submissions').page.findByText(LOST)
})

test('makers that cannot be loaded are not taken for none', async () => {
  signIn({ role: 'editor' })
  answer('tools', () => [{ id: 't1', name: 'Whisper', website_url: 'https://example.org' }])
  answer('rpc/list_my_claims', () => [])
  breakCalls('rpc/list_makers', 500)
  await open('/claim/whisper').page.findByText(LOST)
})
