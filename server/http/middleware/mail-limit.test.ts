import { expect, test } from 'vitest'
import { mailboxOf } from './mail-limit.ts'

test.each([
  ['Ann@Example.org', 'ann@example.org'],
  [' ann@example.org ', 'ann@example.org'],
  ['ann+news@example.org', 'ann@example.org'],
  ['ann+a+b@example.org', 'ann@example.org'],
  ['a.n.n@example.org', 'a.n.n@example.org'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['A.nn@GoogleMail.com', 'ann@gmail.com'],
  ['+ann@example.org', '+ann@example.org'],
  ['no address', 'no address'],
])('%s is counted as %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
