import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import type { Hindrance } from '../../host/database/queue.ts'
import type { Config } from '../../lib/config.ts'
import { messageOf } from '../../lib/unknown.ts'
import { type Mail, type MailLanguage, renderMail } from './mail-templates.ts'

/**
 * Sends the mails of the authentication service: over SMTP, or, without SMTP_URL, into DATA_DIR/mail as .eml files,
 * printing the link to the terminal.
 */
export type Mailer = ReturnType<typeof createMailer>

/** What the mail server, or the way to it, said. */
export class Undelivered extends Error {
  override name = 'Undelivered'
  readonly hindrance: Hindrance

  constructor(error: unknown) {
    super('The mail was not accepted', { cause: error })
    const code = property(error, 'code')
    const status = property(error, 'responseCode')
    // Anything else is between us and the server, the sender too: all mails have the same. 421: it is closing.
    const isOfMail =
      code === 'EMESSAGE' || (code === 'EENVELOPE' && property(error, 'command') !== 'MAIL FROM')
    const isRefusal = isOfMail && typeof status === 'number' && status !== 421
    // Which certificate, host or time limit it was; of a mail it could name the address.
    const detail = status ?? (code && !isOfMail ? messageOf(error) : undefined)
    this.hindrance = {
      reason: [code, detail].filter(Boolean).join(' ') || 'unknown',
      concernsAll: !isRefusal,
      isFinal: isRefusal && status >= 500,
    }
  }
}

const property = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

interface Dependencies {
  config: Config
  /** Of the site, the first one first. */
  languages: readonly MailLanguage[]
  siteName(): Promise<string>
  /** Where the link is printed without a mail server. */
  print(line: string): void
}

export function createMailer({ config, languages, siteName, print }: Dependencies) {
  const transport = config.smtpUrl
    ? nodemailer.createTransport({
        url: config.smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { hostname } = new URL(config.publicUrl)

  return {
    /**
     * Sends a mail once. `id` names it: one that is sent a second time, because nobody knows whether the first was
     * accepted, has the same Message-ID. Throws an Undelivered.
     */
    deliver: async (mail: Mail, id: string): Promise<void> => {
      const productName = await siteName()
      const language = languages.find(({ code }) => code === mail.language) ?? languages[0]
      if (!language) throw new Error('A site has at least one language')
      const rendered = renderMail(mail, language, { siteUrl: config.publicUrl, productName })
      const message = {
        from: config.mailFrom ?? { name: productName, address: `no-reply@${hostname}` },
        to: mail.to,
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...rendered.headers },
      }
      const sent = await transport.sendMail(message).catch((error: unknown) => {
        throw new Undelivered(error)
      })
      if (!config.smtpUrl && 'message' in sent && Buffer.isBuffer(sent.message)) {
        const file = await keepAsFile(config.dataDir, mail.kind, sent.message)
        print(`Mail for ${mail.to} (${rendered.subject}): ${rendered.link}\n  kept as ${file}`)
      }
    },
  }
}

async function keepAsFile(dataDir: string, kind: string, message: Buffer): Promise<string> {
  const folder = path.join(dataDir, 'mail')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const file = path.join(folder, `${stamp}-${kind}-${randomBytes(3).toString('hex')}.eml`)
  await writeFile(file, message, { mode: 0o600 })
  return file
}
