import { expect, test } from 'vitest'
import { freePort } from '../../../tests/support/free-port.ts'
import { readConfig } from '../../lib/config.ts'
import { createLog } from '../../lib/log.ts'
import { loadLanguages } from '../../product/languages.ts'
import { createMailer } from './mailer.ts'

test('a mail that is given up is reported to its sender', async () => {
  const works: Promise<unknown>[] = []
  const mailer = createMailer({
    config: readConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
    log: createLog('silent'),
    salt: 'salt',
    languages: await loadLanguages(['en']),
    siteName: async () => 'Plaudit',
    background: (work) => works.push(work()),
    print: () => undefined,
  })
  // Ending: the first failure is the last.
  mailer.close()
  let failures = 0
  mailer.send({ kind: 'invite', to: 'anna@example.org' }, async () => failures++)
  await Promise.all(works)
  expect(failures).toBe(1)
  expect(mailer.counts).toEqual({ sent: 0, failed: 1 })
})
