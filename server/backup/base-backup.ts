import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import postgres from 'postgres'
import type { ConnectionOptions } from '../database/open-database.ts'
import { Failure } from '../errors.ts'
import { type ArchiveEntry, readBody, readTar } from './archive.ts'

/**
 * The embedded database as it is when the last entry has been read, while it is written to: PostgreSQL's BASE_BACKUP,
 * which is what `pg_basebackup` asks for (docs/decisions/115). What is restored from it replays the log it ends with.
 */
export async function* readBaseBackup({
  options: { options },
}: {
  options: ConnectionOptions
}): AsyncGenerator<ArchiveEntry> {
  let warning: string | undefined
  // A socket of our own: the driver does not close one that has not been read to its end, and the server waits.
  let socket: Socket | undefined
  const openSocket = async () => {
    socket = connect(path.join(String(options.host), '.s.PGSQL.5432'))
    await once(socket, 'connect')
    return socket
  }
  const sql = postgres({
    ...options,
    ...{ socket: openSocket },
    // The superuser; the app's own role may not copy the server.
    user: 'postgres',
    database: 'postgres',
    max: 1,
    // This connection knows no other statements.
    fetch_types: false,
    connection: { application_name: 'plaudit-backup', replication: 'true' },
    // A page whose checksum is wrong is a warning only.
    onnotice: ({ severity, message }) => {
      if (severity === 'WARNING') warning ??= message
    },
  })
  try {
    // Keeps the log from being recycled until it is copied; gone with this connection.
    const slot = `plaudit_backup_${process.pid}_${Date.now()}`
    await sql.unsafe(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY PHYSICAL RESERVE_WAL`).simple()
    const copy = await sql
      .unsafe(`BASE_BACKUP (LABEL 'plaudit', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`)
      .simple()
      .readable()
    // Who stops reading has the connection cut off, which nobody listens to any more.
    copy.on('error', () => undefined)
    yield { name: 'postgres/', type: 'directory', mode: 0o700, size: 0, body: Readable.from([]) }
    const tar = pipeline(copy, takeData(), () => undefined)
    for await (const entry of readTar(tar)) {
      // The server's own log is not part of the data.
      if (entry.name === 'server.log') await readBody(entry.body)
      else yield { ...entry, name: path.posix.join('postgres', entry.name) }
    }
    if (warning) throw new Failure(`the database may be damaged: ${warning}`)
  } finally {
    socket?.destroy()
    await sql.end({ timeout: 0 })
  }
}

const DATA = 'd'.charCodeAt(0)

/**
 * The bytes of the tar among what BASE_BACKUP sends. Each chunk is one message, which begins with its kind; a pipe hands
 * them on one by one, while reading the stream in another way would join them.
 */
function takeData(): Transform {
  return new Transform({
    writableObjectMode: true,
    transform(message: Buffer, _encoding, done) {
      if (message[0] === DATA) done(null, message.subarray(1))
      else done()
    },
  })
}
