// npm test: installs, builds, then runs tests/run.ts.
import path from 'node:path'
import { ensureBuilt, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  // Tests of languages open a site in these.
  ensureBuilt(['ar', 'de', 'en'])
})
runNode([path.join(root, 'tests/run.ts'), ...process.argv.slice(2)])
