// npm start: install, build, serve. npm run dev: install, serve with Vite.
import path from 'node:path'
import { ensureBuilt, ensureInstalled, exclusively, requireNode, root, runNode } from './lib.mjs'

const dev = process.argv.includes('--dev')

requireNode()
exclusively(() => {
  ensureInstalled()
  if (!dev) ensureBuilt()
})
if (dev) runNode([path.join(root, 'server/dev.ts')], { env: { NODE_ENV: 'development' }, ipc: true })
else
  runNode([path.join(root, 'server/main.ts')], {
    env: { NODE_ENV: 'production' },
    ipc: true,
  })
