// npm test: installs, builds, then runs tests/run.ts.
import path from 'node:path'
import { ensureBuilt, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  ensureBuilt()
})
runNode([path.join(root, 'tests/run.ts'), ...process.argv.slice(2)])
