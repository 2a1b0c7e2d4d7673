// Installs and builds, without serving: for images and for whoever deploys a folder that cannot be written.
import { ensureBuilt, ensureInstalled, exclusively, requireNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  ensureBuilt()
})
