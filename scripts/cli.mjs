// npm run cli -- <command>
import path from 'node:path'
import { compileCache, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(ensureInstalled)
runNode([path.join(root, 'cli/plaudit.ts'), ...process.argv.slice(2)], { env: compileCache })
