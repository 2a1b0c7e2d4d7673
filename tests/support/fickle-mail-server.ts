import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** The steps of taking a mail, in order: at each the server can hang or refuse. At the last it has taken the mail. */
export const STEPS = ['connection', 'sender', 'recipient', 'content', 'answer'] as const
export type Step = (typeof STEPS)[number]

export interface Taken {
  to: string
  messageId: string
}

/** An SMTP server whose behaviour a test decides. */
interface FickleMailServer {
  url: string
  /** What it has accepted, in order. */
  taken: Taken[]
  /** The most connections there were at once. */
  readonly mostAtOnce: number
  /** Called at each step; the server goes on when it resolves, and refuses with the status it resolves to. */
  at: (step: Step, address: string) => Promise<number | undefined>
  close(): Promise<void>
}

export async function startFickleMailServer(port = 0): Promise<FickleMailServer> {
  const taken: Taken[] = []
  let open = 0
  let mostAtOnce = 0
  const reach = (step: Step, address: string, done: (error?: Error) => void) =>
    state.at(step, address).then((status) => {
      if (status === undefined) return done()
      done(Object.assign(new Error('Not now'), { responseCode: status }))
    }, done)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      open++
      mostAtOnce = Math.max(mostAtOnce, open)
      reach('connection', '', done)
    },
    onClose() {
      open--
    },
    onMailFrom({ address }, _session, done) {
      reach('sender', address, done)
    },
    onRcptTo({ address }, _session, done) {
      reach('recipient', address, done)
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { messageId = '' } = await PostalMime.parse(Buffer.concat(chunks))
        await reach('content', to, (error) => {
          if (error) return done(error)
          taken.push({ to, messageId })
          void reach('answer', to, done)
        })
      })
    },
  })
  // A process that is killed while it sends.
  server.on('error', () => undefined)
  const listening = await new Promise<number>((resolve) => {
    const listener = server.listen(port, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const state: FickleMailServer = {
    url: `smtp://127.0.0.1:${listening}`,
    taken,
    get mostAtOnce() {
      return mostAtOnce
    },
    at: async () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return state
}
