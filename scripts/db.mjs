// npm run db:baseline, npm run db:diff NAME, npm run db:release: see scripts/schema-files.ts
import path from 'node:path'
import { ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

requireNode()
exclusively(ensureInstalled)
runNode([path.join(root, 'scripts/schema-files.ts'), ...process.argv.slice(2)])
