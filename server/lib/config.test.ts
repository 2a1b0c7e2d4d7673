import { expect, test } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { readConfig } from './config.ts'

test('a link in the footer is removed by an empty value or off, and the others stay', () => {
  expect(readConfig({ PRODUCT_NAME: ' ' }).overrides).toEqual({})
  const links = { SOCIAL_X: '', SOCIAL_YOUTUBE: 'Off', SOCIAL_INSTAGRAM: 'https://social.example/us' }
  const { overrides } = readConfig(links)
  expect(overrides).toEqual({ ...links, SOCIAL_YOUTUBE: '' })
  expect(resolveSite(NO_SETTINGS, overrides).socialLinks).toEqual([
    { label: 'LinkedIn', url: 'https://www.linkedin.com/' },
    { label: 'Instagram', url: 'https://social.example/us' },
  ])
})

test.each(['Plaudit <no-reply@example.org>', 'a@localhost', '"Plaudit, Inc." <a@example.org>'])(
  '%s may send mails',
  (MAIL_FROM) => expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM),
)

test.each([
  ['SMTP_URL', 'smtp://', 'must name the host'],
  ['SMTP_URL', 'smtp:mail.example.org', 'must name the host'],
  ['MAIL_FROM', 'no address', 'must be an email address'],
  ['MAIL_FROM', 'Plaudit <>', 'must be an email address'],
  ['MAIL_FROM', 'Plaudit <no-reply>', 'must be an email address'],
  ['MAIL_FROM', 'a@example.org, b@example.org', 'must be an email address'],
  ['MAIL_FROM', 'no-reply@', 'must be an email address'],
  ['SOCIAL_X', 'example', 'must be an address'],
])('%s=%s is refused', (name, value, reason) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${reason}`)
})
