import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadLanguages } from '../../product/languages.ts'
import { type Mail, type MailLanguage, renderMail } from './mail-templates.ts'

const SUPABASE = path.join(import.meta.dirname, '../../../supabase')
const translations = readdirSync(path.join(SUPABASE, '../languages')).filter((code) => code !== 'en')
const languages = await loadLanguages(['en', ...translations])

type Values = Record<'to' | 'username' | 'newEmail' | 'tokenHash', string>
const mailsOf = ({ to, username, newEmail, tokenHash }: Values): Record<Mail['kind'], Mail> => ({
  signup: { kind: 'signup', to, username, tokenHash },
  recovery: { kind: 'recovery', to, tokenHash },
  magiclink: { kind: 'magiclink', to, tokenHash },
  existing_account: { kind: 'existing_account', to },
  invite: { kind: 'invite', to },
  email_change: { kind: 'email_change', to, username, newEmail, tokenHash },
  email_change_taken: { kind: 'email_change_taken', to, username },
  email_changed: { kind: 'email_changed', to, username, newEmail, tokenHash },
  email_restored: { kind: 'email_restored', to, username, newEmail },
  password_changed: { kind: 'password_changed', to },
  claim: { kind: 'claim', to, tokenHash, name: 'Whisper', next: '/claim/whisper' },
  notices: {
    kind: 'notices',
    to,
    notices: [{ kind: 'appeal_rejected', name: 'Whisper', reason: null }],
    count: 2,
    waiting: { reports: 3 },
    stop: 'member=x&token=y',
  },
  waiting: {
    kind: 'waiting',
    to,
    notices: [],
    count: 0,
    waiting: { appeals: 1, alerts: 2, contributions: 11 },
    stop: 'member=x&token=y',
  },
})
const MAILS = mailsOf({
  to: 'anna@example.org',
  username: 'anna',
  newEmail: 'new@example.org',
  tokenHash: 'x',
})
const render = (mail: Mail, language: MailLanguage | undefined, productName = 'Plaudit') => {
  if (!language) throw new Error('The language is missing')
  return renderMail(mail, language, { siteUrl: 'https://site.example', productName })
}

describe.each(languages)('in $name', (language) => {
  test.each(Object.values(MAILS))('$kind names everything, in HTML and as text', (mail) => {
    const { subject, text, html, link } = render(mail, language)
    expect(html).toContain(`<html lang="${language.code}" dir="${language.direction}">`)
    expect(link.startsWith(`https://site.example${language.prefix}/`)).toBe(true)
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(text.split('\n')).toContain(link)
    for (const part of [subject, text, html]) {
      expect(part).toContain('Plaudit')
      expect(part).not.toContain('undefined')
    }
    // Languages contain no character that means something in HTML.
    const { kinds, ...others } = language.mails
    expect(JSON.stringify([others.copyAddress, kinds[mail.kind]])).not.toMatch(/[<>&]/)
  })
})

test('what people wrote is text in HTML', () => {
  const { html } = render({ ...MAILS.signup, to: '<b>&"x@example.org' }, languages[0], "<i>Site's</i>")
  expect(html).toContain('&lt;b&gt;&amp;&quot;x@example.org')
  expect(html).toContain('&lt;i&gt;Site&#39;s&lt;/i&gt;')
  expect(html).not.toMatch(/<[bi]>/)
})

test('names and addresses stand by themselves in a text from right to left', () => {
  const arabic = languages.find(({ code }) => code === 'ar')
  expect(render(MAILS.signup, arabic).text).toContain('\u2068@anna\u2069')
  expect(render(MAILS.signup, languages[0]).text).toContain('as @anna and')
})

describe('templates of a Supabase project', () => {
  const config = readFileSync(path.join(SUPABASE, 'config.toml'), 'utf8')
  const mails = mailsOf({
    to: '{{ .Email }}',
    tokenHash: '{{ .TokenHash }}',
    username: '{{ .Data.username }}',
    newEmail: '{{ .NewEmail }}',
  })
  const site = { siteUrl: '{{ .SiteURL }}', productName: '{{ .ProductName }}' }

  test.each([
    ['confirmation', 'signup'],
    ['recovery', 'recovery'],
    ['magic_link', 'magiclink'],
    ['email_change', 'email_change'],
    ['password_changed', 'password_changed'],
  ] as const)('%s is the English mail', async (file, kind) => {
    const [english] = languages
    if (!english) throw new Error('English is missing')
    const { html } = renderMail(mails[kind], english, site)
    const comment =
      '<!-- Written by `npx vitest run --project unit mail-templates -u` from languages/en. A hosted project does not know the placeholder of the\n' +
      "  product's name: write the name in its place there. The others are Supabase's own. -->"
    await expect(html.replace('\n', `\n${comment}\n`)).toMatchFileSnapshot(
      path.join(SUPABASE, 'templates', `${file}.html`),
    )
    // Without the name.
    const subject = new RegExp(`\\.${file}\\]\\n(?:enabled = true\\n)?subject = "(.+)"`).exec(config)?.[1]
    expect(render(MAILS[kind], english).subject.replace(/ (?:for|at) Plaudit|Plaudit /, '')).toBe(subject)
  })
})
