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

const FOLDER = path.join(import.meta.dirname, '../../supabase/templates')

const TEMPLATES: Record<MailKind, { file: string; subject: (productName: string) => string; next?: string }> =
  {
    signup: { file: 'confirmation', subject: (name) => `Verify your email address for ${name}` },
    recovery: { file: 'recovery', subject: (name) => `Reset your ${name} password`, next: '/reset-password' },
    magiclink: { file: 'magic_link', subject: (name) => `Your sign-in link for ${name}` },
    existing_account: {
      file: 'existing_account',
      subject: (name) => `You already have an account at ${name}`,
    },
    invite: { file: 'invite', subject: (name) => `You are invited to ${name}` },
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
    mail.kind === 'existing_account' || mail.kind === 'invite'
      ? new URL(mail.kind === 'invite' ? '/register' : '/login', site.siteUrl).href
      : confirmLink(site.siteUrl, mail.kind, mail.tokenHash, mail.next ?? template.next)
  const values: Record<string, string> = {
    SiteURL: site.siteUrl,
    Email: mail.to,
    ProductName: site.productName,
    ...(mail.kind === 'signup' && { 'Data.username': mail.username }),
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

function confirmLink(siteUrl: string, kind: MailKind, tokenHash: string, next: string | undefined): string {
  const link = new URL('/auth/confirm', siteUrl)
  link.searchParams.set('token_hash', tokenHash)
  link.searchParams.set('type', kind)
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
