// npm run bench
import path from 'node:path'
import { ensureBuilt, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  ensureBuilt()
})
runNode([path.join(root, 'bench/run.ts')])
