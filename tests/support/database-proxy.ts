import { connect, createServer, type Socket } from 'node:net'

/** A network between a process and its database, which can fall silent. */
export interface DatabaseProxy {
  url: string
  /** From now on connections of this application carry nothing more, either way, and nobody is told. */
  silence(applicationName: string): void
  /** From now on nothing gets through: connections are closed, and new ones as soon as they are made. */
  cut(): void
  /** New connections get through again. */
  mend(): void
  close(): Promise<void>
}

/** Stands between a process and the database at this address. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
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
      connection.greeting ||= chunk.toString('latin1')
      if (!isSilent()) database.write(chunk)
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
    mend: () => {
      silenced = undefined
      isCut = false
    },
    close: async () => {
      closeAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
