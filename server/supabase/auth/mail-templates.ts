import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A mail of /auth/v1. Most contain a link to /auth/confirm with `tokenHash`. */
export type Mail = { to: string } & (
  | (Link & { kind: 'recovery' | 'magiclink' })
  /** Names the username it verifies, so that the owner can tell two sign-ups of one address apart. */
  | (Link & { kind: 'signup'; username: string })
  /** To the owner of an address with an account, after somebody signed up with it. */
  | { kind: 'existing_account' }
  | { kind: 'invite' }
  /** To the present and to the new address of @username: each confirms the change. */
  | (Link & { kind: 'email_change'; username: string; newEmail: string })
  /** To the owner of an address with an account, after @username asked to change to it. */
  | { kind: 'email_change_taken'; username: string }
  /** To the former address: the link takes the change back. */
  | (Link & { kind: 'email_changed'; username: string; newEmail: string })
  /** To both addresses, after a change was taken back; `newEmail` is the account's again. */
  | { kind: 'email_restored'; username: string; newEmail: string }
  | { kind: 'password_changed' }
)

interface Link {
  tokenHash: string
  /** Path on this site that the link redirects to, if not the usual one. */
  next?: string | undefined
}

type MailKind = Mail['kind']

interface RenderedMail {
  subject: string
  text: string
  html: string
  /** Target of the link. */
  link: string
}

/** Comments of a template are not sent. */
const COMMENT = /<!--[\s\S]*?-->\n?/g

const FOLDER = path.join(import.meta.dirname, '../../../supabase/templates')

interface Template {
  file: string
  subject: (productName: string) => string
  /** Path on this site that a link without a token leads to, or one with a token redirects to. */
  path?: string
  /** The type of the link, if it is not the mail's kind. */
  type?: string
}

const TEMPLATES: Record<MailKind, Template> = {
  signup: { file: 'confirmation', subject: (name) => `Verify your email address for ${name}` },
  recovery: { file: 'recovery', subject: (name) => `Reset your ${name} password`, path: '/reset-password' },
  magiclink: { file: 'magic_link', subject: (name) => `Your sign-in link for ${name}` },
  existing_account: {
    file: 'existing_account',
    subject: (name) => `You already have an account at ${name}`,
    path: '/login',
  },
  invite: { file: 'invite', subject: (name) => `You are invited to ${name}`, path: '/register' },
  email_change: {
    file: 'email_change',
    subject: (name) => `Confirm the change of your email address at ${name}`,
  },
  email_change_taken: {
    file: 'email_change_taken',
    subject: (name) => `Your email address has an account at ${name}`,
    path: '/login',
  },
  // Whoever takes the change back sets a new password: others may know the present one.
  email_changed: {
    file: 'email_changed',
    subject: (name) => `Your email address at ${name} was changed`,
    path: '/reset-password',
    type: 'recovery',
  },
  email_restored: {
    file: 'email_restored',
    subject: (name) => `A change of email address at ${name} was taken back`,
    path: '/login',
  },
  password_changed: {
    file: 'password_changed',
    subject: (name) => `Your ${name} password was changed`,
    path: '/forgot-password',
  },
}

/**
 * Fills a template of supabase/templates, which uses the placeholders of a hosted project (`{{ .SiteURL }}` and so on),
 * so that the same files work there. Links always start with PUBLIC_URL, whatever host the request named.
 */
export async function renderMail(
  mail: Mail,
  site: { siteUrl: string; productName: string },
): Promise<RenderedMail> {
  const template = TEMPLATES[mail.kind]
  const [html, text] = await Promise.all(
    ['html', 'txt'].map((ending) => readFile(path.join(FOLDER, `${template.file}.${ending}`), 'utf8')),
  )
  const link =
    'tokenHash' in mail
      ? confirmLink(site.siteUrl, template.type ?? mail.kind, mail.tokenHash, mail.next ?? template.path)
      : new URL(template.path ?? '/', site.siteUrl).href
  const values: Record<string, string> = {
    SiteURL: site.siteUrl,
    Email: mail.to,
    ProductName: site.productName,
    ...('username' in mail && { 'Data.username': mail.username }),
    ...('newEmail' in mail && { NewEmail: mail.newEmail }),
  }
  const linkInTemplate = /\{\{ \.SiteURL \}\}\/auth\/confirm\?token_hash=\{\{ \.TokenHash \}\}[^"\s<]*/g
  const fill = (source: string, quote: (value: string) => string) =>
    source
      .replace(linkInTemplate, () => quote(link))
      .replace(/\{\{ \.([\w.]+) \}\}/g, (placeholder, name: string) =>
        name in values ? quote(values[name] ?? '') : placeholder,
      )
  return {
    subject: template.subject(site.productName),
    html: fill((html ?? '').replace(COMMENT, ''), escapeHtml),
    text: fill(text ?? '', (value) => value),
    link,
  }
}

function confirmLink(siteUrl: string, type: string, tokenHash: string, next: string | undefined): string {
  const link = new URL('/auth/confirm', siteUrl)
  link.searchParams.set('token_hash', tokenHash)
  link.searchParams.set('type', type)
  if (next) link.searchParams.set('next', next)
  return link.href
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
