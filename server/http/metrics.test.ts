import { expect, test } from 'vitest'
import { routeOf } from './metrics.ts'

test.each([
  ['/', '/'],
  ['/tools', '/tools'],
  ['/tools/whisper', '/tools/{slug}'],
  ['/tools/whisper/feed.xml', '/tools/{slug}/feed.xml'],
  ['/tools/whisper/other', 'other'],
  ['/alternatives/whisper', '/alternatives/{slug}'],
  ['/rest/v1/anything', '/rest/v1'],
  ['/auth/v1/token', '/auth/v1'],
  ['/auth/confirm', '/auth/confirm'],
  ['/admin/people', '/admin'],
  ['/social/tools/whisper.png', '/social'],
  ['/wp-login.php', 'other'],
  ['/a/b/c/d', 'other'],
])('%s is counted as %s', (path, route) => {
  expect(routeOf(path)).toBe(route)
})
