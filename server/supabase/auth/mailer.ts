import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import type { Config } from '../../lib/config.ts'
import { type Logger, pseudonym } from '../../lib/log.ts'
import { type Mail, type MailLanguage, renderMail } from './mail-templates.ts'

/**
 * Sends the mails of the authentication service: over SMTP, or, without SMTP_URL, into DATA_DIR/mail as .eml files,
 * printing the link to the terminal. Sending happens after the response, so a slow mail server delays nobody.
 */
export interface Mailer {
  /** `onGivenUp` is called when the last attempt has failed. */
  send(mail: Mail, onGivenUp?: () => Promise<unknown>): void
  /** Mails sent, and mails given up. */
  readonly counts: Readonly<Record<'sent' | 'failed', number>>
  close(): void
}

interface Dependencies {
  config: Config
  log: Logger
  salt: string
  /** Of the site, the first one first. */
  languages: readonly MailLanguage[]
  siteName(): Promise<string>
  background(work: () => Promise<unknown>): void
  /** Where the link is printed without a mail server. */
  print(line: string): void
}

/** Delays before the second and third attempt, in milliseconds. */
const RETRY_AFTER_MS = [2_000, 10_000]

export function createMailer({
  config,
  log,
  salt,
  languages,
  siteName,
  background,
  print,
}: Dependencies): Mailer {
  const transport = config.smtpUrl
    ? nodemailer.createTransport({
        url: config.smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const counts = { sent: 0, failed: 0 }
  const stopping = new AbortController()

  async function deliver(mail: Mail): Promise<void> {
    const productName = await siteName()
    const language = languages.find(({ code }) => code === mail.language) ?? languages[0]
    if (!language) throw new Error('A site has at least one language')
    const rendered = renderMail(mail, language, { siteUrl: config.publicUrl, productName })
    const message = {
      from: config.mailFrom ?? {
        name: productName,
        address: `no-reply@${new URL(config.publicUrl).hostname}`,
      },
      to: mail.to,
      subject: rendered.subject,
      text: rendered.text,
      html: rendered.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    const sent = await transport.sendMail(message)
    if (!config.smtpUrl && 'message' in sent && Buffer.isBuffer(sent.message)) {
      const file = await keepAsFile(config.dataDir, mail.kind, sent.message)
      print(`Mail for ${mail.to} (${rendered.subject}): ${rendered.link}\n  kept as ${file}`)
    }
  }

  async function deliverWithRetries(mail: Mail, onGivenUp?: () => Promise<unknown>): Promise<void> {
    const about = { mail: mail.kind, to: pseudonym(mail.to, salt) }
    for (let attempt = 0; ; attempt++) {
      try {
        await deliver(mail)
        counts.sent++
        log.info({ ...about, attempt }, 'mail sent')
        return
      } catch (error) {
        const pause = RETRY_AFTER_MS[attempt]
        const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.error({ ...about, attempt, reason, givenUp: pause === undefined }, 'mail could not be sent')
        if (pause === undefined || stopping.signal.aborted) {
          counts.failed++
          await onGivenUp?.()
          return
        }
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    counts,
    send: (mail, onGivenUp) => background(() => deliverWithRetries(mail, onGivenUp)),
    close: () => {
      stopping.abort()
      transport.close()
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
