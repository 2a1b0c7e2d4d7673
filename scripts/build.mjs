// Installs and builds, without serving: for images, and for folders that will be read-only.
import { ensureBuilt, ensureInstalled, exclusively, knownLanguages, requireNode } from './lib.mjs'

requireNode()
exclusively(() => {
  ensureInstalled()
  // An image serves whichever LANGUAGES names.
  ensureBuilt(knownLanguages())
})
