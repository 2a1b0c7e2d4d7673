import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import postgres from 'postgres'
import { Failure } from '../../lib/errors.ts'
import type { ConnectionOptions } from '../database/open-database.ts'
import { type ArchiveEntry, readTar } from './archive.ts'
import { isServerMember } from './members.ts'

/**
 * A consistent copy of the running embedded database by PostgreSQL's BASE_BACKUP, as `pg_basebackup` does
 * (docs/decisions/115). Restoring replays the write-ahead log at its end.
 */
export async function* readBaseBackup({
  options: { options },
}: {
  options: ConnectionOptions
}): AsyncGenerator<ArchiveEntry> {
  let warning: string | undefined
  // We own the socket: the driver does not close a connection whose result was not read to the end, and the server
  // would wait.
  let socket: Socket | undefined
  const openSocket = async () => {
    socket = connect(path.join(String(options.host), '.s.PGSQL.5432'))
    await once(socket, 'connect')
    return socket
  }
  const sql = postgres({
    ...options,
    ...{ socket: openSocket },
    // Only the superuser may copy the server.
    user: 'postgres',
    database: 'postgres',
    max: 1,
    // A replication connection accepts no other statements.
    fetch_types: false,
    connection: { application_name: 'plaudit-backup', replication: 'true' },
    // A wrong page checksum is only a warning.
    onnotice: ({ severity, message }) => {
      if (severity === 'WARNING') warning ??= message
    },
  })
  try {
    // A temporary slot keeps the log from being recycled until it is copied; it goes with the connection.
    const slot = `plaudit_backup_${process.pid}_${Date.now()}`
    await sql.unsafe(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY PHYSICAL RESERVE_WAL`).simple()
    const copy = await sql
      .unsafe(`BASE_BACKUP (LABEL 'plaudit', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`)
      .simple()
      .readable()
    // When the reader stops, the connection is closed; errors after that are of no interest.
    copy.on('error', () => undefined)
    yield { name: 'postgres/', type: 'directory', mode: 0o700, size: 0, body: Readable.from([]) }
    const tar = pipeline(copy, takeData(), () => undefined)
    for await (const entry of readTar(tar)) {
      if (isServerMember(entry.name)) yield { ...entry, name: path.posix.join('postgres', entry.name) }
      else for await (const _ of entry.body);
    }
    if (warning) throw new Failure(`the database may be damaged: ${warning}`)
  } finally {
    socket?.destroy()
    await sql.end({ timeout: 0 })
  }
}

const DATA = 'd'.charCodeAt(0)

/**
 * Extracts the tar from the messages of BASE_BACKUP. Each chunk is one message and begins with its type; a pipe keeps
 * message boundaries, which other ways of reading the stream would lose.
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
