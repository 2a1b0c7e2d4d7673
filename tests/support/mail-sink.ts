import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that stores the mails it receives. */
export interface MailSink {
  url: string
  all(): Email[]
  /** The newest mail to this address; waits for at most five seconds. Skips the first `seen` mails. */
  next(address: string, seen?: number): Promise<Email>
  /** The link to /auth/confirm in the newest mail to this address. */
  link(address: string, seen?: number): Promise<string>
  close(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          callback()
        }, callback)
      })
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    // Ignored: a process killed while sending is an error here too, but must not end the tests.
    server.on('error', reject)
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const to = (address: string) =>
    mails.filter((mail) =>
      mail.to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()),
    )

  async function next(address: string, seen = 0): Promise<Email> {
    for (let waited = 0; waited < 5000; waited += 25) {
      const mail = to(address)[seen]
      if (mail) return mail
      await sleep(25)
    }
    throw new Error(`no mail number ${seen + 1} to ${address}; there are ${mails.length} in all`)
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    all: () => [...mails],
    next,
    link: async (address, seen) => {
      const text = (await next(address, seen)).text ?? ''
      const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(text)?.[0]
      if (!link) throw new Error(`the mail to ${address} has no link:\n${text}`)
      return link
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
