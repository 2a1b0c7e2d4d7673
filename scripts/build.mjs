// Installs and builds, without serving: for images, and for folders that will be read-only.
import { ensureBuilt, ensureInstalled, exclusively, requireNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  ensureBuilt()
})
