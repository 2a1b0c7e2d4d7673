// npm test, npm run bench and npm run db:…: installs, builds the pages that are needed, and runs a file.
import path from 'node:path'
import process from 'node:process'
import { ensureBuilt, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

const [file, ...args] = process.argv.slice(2)

requireNode()
exclusively(() => {
  ensureInstalled()
  // Tests of languages open a site in these.
  if (file === 'tests/run.ts') ensureBuilt(['ar', 'de', 'en'])
  if (file === 'bench/run.ts') ensureBuilt()
})
runNode([path.join(root, file), ...args])
