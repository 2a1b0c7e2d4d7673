import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a process and its database that can drop packets. */
interface DatabaseProxy {
  url: string
  /** From now on drops all packets of this application's connections, without closing them. */
  silence(applicationName: string): void
  /** From now on closes all connections, also new ones. */
  cut(): void
  /** Accepts new connections again. */
  restore(): void
  close(): Promise<void>
}

/** Proxies the database at this address. It can drop startup parameters. */
export async function startDatabaseProxy(
  databaseUrl: string,
  dropped: readonly string[] = [],
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const connections = new Set<{ client: Socket; database: Socket; greeting: string }>()
  let silenced: string | undefined
  let isCut = false
  const closeAll = () => {
    for (const { client, database } of connections) {
      client.destroy()
      database.destroy()
    }
  }
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const database = connect(Number(target.port), target.hostname)
    const connection = { client, database, greeting: '' }
    connections.add(connection)
    const isSilent = () => silenced !== undefined && connection.greeting.includes(silenced)
    client.on('data', (chunk) => {
      const isFirst = connection.greeting === ''
      connection.greeting ||= chunk.toString('latin1')
      if (!isSilent()) database.write(isFirst ? withoutParameters(chunk, dropped) : chunk)
    })
    database.on('data', (chunk) => {
      if (!isSilent()) client.write(chunk)
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        connections.delete(connection)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    silence: (applicationName) => {
      silenced = applicationName
    },
    cut: () => {
      isCut = true
      closeAll()
    },
    restore: () => {
      silenced = undefined
      isCut = false
    },
    close: async () => {
      closeAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The first message of a connection: length, protocol version, then names and values, each ended by NUL. */
function withoutParameters(message: Buffer, dropped: readonly string[]): Buffer {
  const texts = message.subarray(8).toString('latin1').split('\0')
  const kept = texts.filter((_, place) => !dropped.includes(texts[place - (place % 2)] ?? ''))
  const body = Buffer.from(kept.join('\0'), 'latin1')
  const head = Buffer.from(message.subarray(0, 8))
  head.writeInt32BE(8 + body.byteLength)
  return Buffer.concat([head, body])
}
