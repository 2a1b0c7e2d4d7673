// npm start: install, build, serve; with --installed only serve, from a folder that cannot be written (deploy/). npm run
// dev: install, serve with Vite.
import path from 'node:path'
import {
  compileCache,
  compileTexts,
  ensureBuilt,
  ensureInstalled,
  exclusively,
  requireNode,
  root,
  runNode,
  serverNode,
} from './lib.mjs'

const dev = process.argv.includes('--dev')

requireNode()
if (!process.argv.includes('--installed'))
  exclusively(() => {
    ensureInstalled()
    if (dev) compileTexts()
    else ensureBuilt()
  })
if (dev) runNode([path.join(root, 'server/dev/main.ts')], { env: { NODE_ENV: 'development' }, ipc: true })
else {
  const flags = process.env.CACHE_MB === '0' ? serverNode.flagsWithoutCache : serverNode.flags
  runNode([...flags, path.join(root, 'server/main.ts')], {
    env: { ...serverNode.env, ...compileCache, NODE_ENV: 'production' },
    ipc: true,
  })
}
