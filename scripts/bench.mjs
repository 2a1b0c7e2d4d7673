// npm run bench
import path from 'node:path'
import process from 'node:process'
import { ensureBuilt, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  ensureBuilt()
})
runNode([path.join(root, 'bench/run.ts'), ...process.argv.slice(2)])
