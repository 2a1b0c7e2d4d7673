// npm run cli -- <command>
import path from 'node:path'
import {
  compileCache,
  ensureInstalled,
  ensureTexts,
  exclusively,
  requireNode,
  root,
  runNode,
} from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  ensureTexts()
})
runNode([path.join(root, 'cli/plaudit.ts'), ...process.argv.slice(2)], { env: compileCache })
