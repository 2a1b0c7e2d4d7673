import { test } from 'vitest'
import { answer, open, signIn } from '../support/render-site.tsx'

/** Claiming a tool. */

test('of a website that no browser can open says its address as it is', async () => {
  signIn()
  answer('tools', () => [{ id: 't1', name: 'Whisper', website_url: 'https://example.org:99999' }])
  answer('rpc/list_my_claims', () => [])
  await open('/claim/whisper').page.findByText(/the page at https:\/\/example\.org:99999/)
})
