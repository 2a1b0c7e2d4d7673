// npm test, npm run bench and npm run db:…: installs, builds the pages that are needed, and runs a file.
import path from 'node:path'
import process from 'node:process'
import {
  compileTexts,
  ensureBuilt,
  ensureInstalled,
  exclusively,
  requireNode,
  root,
  runNode,
} from './lib.mjs'

const [file, ...args] = process.argv.slice(2)

requireNode()
exclusively(() => {
  ensureInstalled()
  // Tests of languages open a site in these.
  if (file === 'tests/run.ts') ensureBuilt(['ar', 'de', 'en'])
  if (file === 'bench/run.ts') ensureBuilt()
  // Refusals of the database's tools are texts too.
  if (file === 'scripts/schema-files.ts') compileTexts()
})
runNode([path.join(root, file), ...args])
