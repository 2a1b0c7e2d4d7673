import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isBackendFile, isBackendPath } from './backend-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')

test('the backend is restarted by a change of every file it is made of, and of no other', () => {
  const files = globSync('{server,shared}/**/*.ts', { cwd: ROOT })
  expect(files.filter((file) => !file.endsWith('.test.ts') && !isBackendFile(file))).toEqual([])
  expect(isBackendFile('supabase/templates/invite.html')).toBe(true)
  for (const file of ['src/lib/session.ts', 'src/messages/en/account.ts', 'server/http/app.test.ts'])
    expect(isBackendFile(file), file).toBe(false)
})

test.each([
  ...[
    '/rest/v1/tools?select=id',
    '/auth/v1/token',
    '/storage/v1/object/x',
    '/healthz',
    '/readyz',
    '/metrics',
  ],
  ...[
    '/security.txt',
    '/.well-known/security.txt',
    '/categories/chat/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
  ],
])('%s is answered by the backend', (url) => expect(isBackendPath(url)).toBe(true))

test.each(['/', '/tools/whisper', '/metrics-of-tools', '/src/client.tsx', '/auth/confirm', '/favicon.svg'])(
  '%s is answered by Vite',
  (url) => expect(isBackendPath(url)).toBe(false),
)
