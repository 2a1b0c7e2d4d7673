import type * as MailTexts from '#messages/mails.js'
import type * as NoticeTexts from '#messages/notices.js'
import { escapeHtml, layOut } from './mail-layout.ts'

/** A mail of /auth/v1. Most contain a link to /auth/confirm with `tokenHash`. */
export type Mail = {
  to: string
  /** Of the account; without one, or where the site has it no more, the mail is in the first language. */
  language?: string | null | undefined
} & (
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
  /** To an address of the tool's domain: proves who makes it. `next` is the page that the link opens. */
  | (Link & { kind: 'claim'; name: string })
  /**
   * Those of `count` notices that are told, and how much waits for the decision of a person with a role; where nothing
   * but that is told, the mail leads to the dashboard. `stop` is the query of the address that ends these mails.
   */
  | { kind: 'notices' | 'waiting'; notices: Notice[]; count: number; waiting: Waiting; stop: string }
)

/** What a notice says: of which tool or category, if it is about one, and why, if somebody said so. */
interface Notice {
  kind: string
  name: string | null
  reason: string | null
}

/** How much waits, by kind. */
type Waiting = { [Kind in keyof typeof MailTexts.waiting]?: number }

interface Link {
  tokenHash: string
  /** Path on this site that the link redirects to, if not the usual one. */
  next?: string | undefined
}

type MailKind = Mail['kind']

/** A language that mails are written in. */
export interface MailLanguage {
  code: string
  direction: string
  /** Of the paths of its pages. */
  prefix: string
  mails: typeof MailTexts
  notices: Pick<typeof NoticeTexts, 'kinds'>
}

interface Target {
  /** Path that a link without a token leads to, or one with a token redirects to. */
  path?: string
  /** Path of the link in its note. */
  also?: string
  /** The type of the link, if it is not the mail's kind. */
  type?: string
}

const TARGETS: Record<MailKind, Target> = {
  signup: {},
  recovery: { path: '/reset-password' },
  magiclink: {},
  existing_account: { path: '/login', also: '/forgot-password' },
  invite: { path: '/register' },
  email_change: { also: '/forgot-password' },
  email_change_taken: { path: '/login' },
  // Whoever takes the change back sets a new password: others may know the present one.
  email_changed: { path: '/reset-password', type: 'recovery' },
  email_restored: { path: '/login', also: '/forgot-password' },
  password_changed: { path: '/forgot-password', also: '/terms#contact' },
  claim: {},
  notices: { path: '/profile?tab=notices', also: '/unsubscribe' },
  waiting: { path: '/admin', also: '/unsubscribe' },
}

/** What texts of mails name. */
type Values = Record<'site' | 'email' | 'username' | 'newEmail' | 'name' | 'link', string>
type Text = string | ((values: Values) => string)

const fill = (text: Text, values: Values) => (typeof text === 'string' ? text : text(values))

/**
 * Writes a mail in a language. Links always start with the URL of the site, whatever host the request named, and lead to
 * pages of that language.
 */
export function renderMail(
  mail: Mail,
  { code, direction, prefix, mails, notices }: MailLanguage,
  { siteUrl, productName }: { siteUrl: string; productName: string },
) {
  const target = TARGETS[mail.kind]
  const { subject, title, preview, text, button, note } = mails.kinds[mail.kind]
  const home = siteUrl + prefix
  const link =
    mail.kind === 'claim'
      ? `${home}${mail.next ?? ''}?link=${mail.tokenHash}`
      : 'tokenHash' in mail
        ? confirmLink(home, target.type ?? mail.kind, mail.tokenHash, mail.next ?? target.path)
        : home + (target.path ?? '')
  /** Texts from right to left contain names and addresses that run from left to right. */
  const valuesIn = (isolate: (value: string) => string): Values => ({
    site: isolate(productName),
    email: isolate(mail.to),
    username: isolate('username' in mail ? `@${mail.username}` : ''),
    newEmail: isolate('newEmail' in mail ? mail.newEmail : ''),
    name: isolate('name' in mail ? mail.name : ''),
    // As it is, to be followed.
    link: home + (target.also ?? '') + ('stop' in mail ? `?${mail.stop}` : ''),
  })
  const plain = valuesIn((value) => value)
  const inText = direction === 'rtl' ? valuesIn((value) => `\u2068${value}\u2069`) : plain
  const inHtml = markedUp(valuesIn(isolatedHtml))
  const told = 'stop' in mail ? tellNotices(mail, mails, notices.kinds) : []
  return {
    subject: fill(subject, plain),
    text: `${title}\n\n${[fill(text, inText), ...told].join('\n\n')}\n\n${link}\n\n${fill(note, inText)}\n\n-- \n${productName}\n${home}\n`,
    html: layOut({
      code,
      direction,
      title,
      preview,
      site: escapeHtml(productName),
      text: [fill(text, inHtml), ...told.map(asParagraph)].join('<br><br>'),
      button,
      link: escapeHtml(link),
      // The link of a button with a token stands below it by itself, because it is long.
      ...('tokenHash' in mail
        ? { address: mails.copyAddress }
        : { orOpen: mails.orOpen({ link: `<bdi>${escapeHtml(link)}</bdi>` }) }),
      notes: fill(note, inHtml).split('\n\n'),
    }),
    /** Target of the link. */
    link,
    // RFC 8058: one click in the mail program ends them, without signing in.
    ...('stop' in mail && {
      headers: {
        'List-Unsubscribe': `<${siteUrl}/auth/v1/unsubscribe?${mail.stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

/** A paragraph of lines for each notice: the tool, what happened, and the reason; and one for what waits. */
function tellNotices(
  { notices, count, waiting }: { notices: Notice[]; count: number; waiting: Waiting },
  texts: Pick<typeof MailTexts, 'more' | 'quotedReason' | 'waits' | 'waiting'>,
  kinds: Record<string, string | undefined>,
): string[] {
  const told = notices.map(({ kind, name, reason }) =>
    [name, kinds[kind], reason && texts.quotedReason({ reason })].filter(Boolean).join('\n'),
  )
  if (count > notices.length) told.push(texts.more({ count: count - notices.length }))
  const { reports, appeals, alerts, contributions } = waiting
  const lines = [
    reports && texts.waiting.reports({ count: reports }),
    appeals && texts.waiting.appeals({ count: appeals }),
    alerts && texts.waiting.alerts({ count: alerts }),
    contributions && texts.waiting.contributions({ count: contributions }),
  ].filter(Boolean)
  return lines.length > 0 ? [...told, [texts.waits, ...lines].join('\n')] : told
}

const asParagraph = (lines: string): string => {
  const [first = '', ...others] = escapeHtml(lines).split('\n')
  return [`<strong dir="auto">${first}</strong>`, ...others].join('<br>')
}

function confirmLink(home: string, type: string, tokenHash: string, next: string | undefined): string {
  const link = `${home}/auth/confirm?token_hash=${tokenHash}&type=${type}`
  return next ? `${link}&next=${encodeURIComponent(next).replaceAll('%2F', '/')}` : link
}

const isolatedHtml = (value: string) => `<bdi>${escapeHtml(value)}</bdi>`

/** Texts of languages contain no character with a meaning in HTML. */
const markedUp = ({ link, username, ...values }: Values): Values => ({
  ...values,
  username: `<strong>${username}</strong>`,
  link: `<a href="${escapeHtml(link)}" style="color: inherit; word-break: break-word;">${isolatedHtml(link)}</a>`,
})
