import { expect, test } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { readConfig, StartError } from './config.ts'

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
  ['DATA_DIR', '/srv/$HOME', 'must be a folder without'],
  ['DATABASE_URL', 'postgres://plaudit:50%off@db.example.org/plaudit', 'has a % that begins no code'],
  [
    'DATABASE_URL',
    'postgres://db.example.org/plaudit?sslmode=verify_full',
    'has an sslmode that is none of disable',
  ],
  ['SUPABASE_SECRET_KEY', 'sb_secret_', 'must start with sb_secret_, and the key after it'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_', 'must start with sb_publishable_, and the key after it'],
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

/** The lines of a refusal. */
function linesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
  return []
}

test('each wrong variable is named in a line of its own', () => {
  const env = {
    PORT: 'many',
    PUBLIC_URL: 'example.org',
    SMTP_URL: 'http://mail',
    ADMIN_EMAILS: 'ada',
    TRUST_PROXY: 'nonsense',
  }
  const names = linesOf(env).map((line) => /^(\w+) must /.exec(line)?.[1])
  expect(names.sort()).toEqual(Object.keys(env).sort())
})

test('the settings of a bucket that are wrong or missing are named', () => {
  const wrong = {
    S3_ENDPOINT: 'https://s3.example.org/with/path',
    S3_BUCKET: 'Not A Bucket',
    S3_REGION: 'eu central',
  }
  const lines = linesOf(wrong)
  expect(lines.filter((line) => !line.startsWith('S3_'))).toEqual([])
  expect(lines.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(Object.keys(wrong)))
  expect(linesOf({ S3_ENDPOINT: 'https://s3.example.org' })).toEqual(
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map(
      (name) => `${name} is needed when another S3_ variable is set`,
    ),
  )
})

test.each([
  [{ SUPABASE_URL: 'https://x.example.org' }, 'SUPABASE_PUBLISHABLE_KEY is needed when SUPABASE_URL is set'],
  [
    { BACKUP_DAYS: '7', DATABASE_URL: 'postgres://plaudit@127.0.0.1:1/none' },
    'BACKUP_DAYS is for the embedded database: have `pg_dump` run every day instead',
  ],
])('%j is refused with one line', (env, line) => {
  expect(linesOf(env)).toEqual([line])
})
