// npm run cli -- <command>
import path from 'node:path'
import { ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(ensureInstalled)
runNode([path.join(root, 'cli/plaudit.ts'), ...process.argv.slice(2)])
