import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COUNTS_PATH } from '#shared/numbers.ts'
import { isBackendFile, isBackendPath } from './backend-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')

test('the backend is restarted by a change of every file it is made of, and of no other', () => {
  const files = globSync('{server,shared}/**/*.ts', { cwd: ROOT })
  expect(files.filter((file) => !file.endsWith('.test.ts') && !isBackendFile(file))).toEqual([])
  for (const file of ['supabase/templates/invite.html', 'dist/messages/en/rules.js'])
    expect(isBackendFile(file), file).toBe(true)
  for (const file of ['src/lib/session.ts', 'server/http/app.test.ts'])
    expect(isBackendFile(file), file).toBe(false)
})

/** The files of ours whose values this file reads; types do not matter to a running process. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /^(?:import|export) (?!type\b)[^'"]*?from '([.#].*?)'/gm,
    ),
  ].map(([, target = '']) =>
    target.startsWith('#')
      ? target.slice(1)
      : path.relative(ROOT, path.resolve(ROOT, path.dirname(file), target)),
  )

test('the process that is never restarted is made of no rules or texts of the product', () => {
  const made = new Set(['server/dev/main.ts'])
  for (const file of made) for (const found of importsOf(file)) made.add(found)
  expect(made).toContain('server/dev/backend-process.ts')
  expect([...made].filter((file) => !/^server\/(?!product)/.test(file))).toEqual([])
})

test.each([
  ...[
    '/rest/v1/tools?select=id',
    '/auth/v1/token',
    '/storage/v1/object/x',
    '/transfer/v1/x',
    COUNTS_PATH,
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
