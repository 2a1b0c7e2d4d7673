import { afterEach, beforeAll, beforeEach } from 'vitest'
import { asOwnChoice, settleSession } from '../../src/lib/session-store.ts'
import { setUpSite, tearDownSite } from './render-site.tsx'

// Runs for each file, while modules are shared by files: ends the session of the previous file.
beforeAll(() => asOwnChoice(async () => settleSession(null)))
beforeEach(setUpSite)
afterEach(tearDownSite)
