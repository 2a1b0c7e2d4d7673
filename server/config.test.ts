import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('a link in the footer is removed by an empty value or off, and the others stay', () => {
  expect(readConfig({}).social).toEqual({
    linkedin: 'https://www.linkedin.com/',
    x: 'https://x.com/',
    instagram: 'https://www.instagram.com/',
    youtube: 'https://www.youtube.com/',
  })
  const links = { SOCIAL_X: '', SOCIAL_YOUTUBE: 'Off', SOCIAL_INSTAGRAM: 'https://social.example/us' }
  expect(readConfig(links).social).toEqual({
    linkedin: 'https://www.linkedin.com/',
    instagram: 'https://social.example/us',
  })
})

test.each(['Plaudit <no-reply@example.org>', 'a@localhost', '"Plaudit, Inc." <a@example.org>'])(
  '%s may send mails',
  (MAIL_FROM) => expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM),
)
