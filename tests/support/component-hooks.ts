import { afterEach, beforeAll, beforeEach } from 'vitest'
import { asOwnChoice, settleSession } from '../../src/lib/session-store.ts'
import { setUpSite, tearDownSite } from './render-site.tsx'

// Run again for each file, which the modules its tests import are not: who was signed in in the one before is not here.
beforeAll(() => asOwnChoice(async () => settleSession(null)))
beforeEach(setUpSite)
afterEach(tearDownSite)
