import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { moveDatabase } from '../../server/host/backup/move.ts'
import { openDatabase } from '../../server/host/database/open-database.ts'
import { readConfig, StartError } from '../../server/lib/config.ts'
import { counted } from '../../server/lib/counted.ts'
import { Failure } from '../../server/lib/errors.ts'
import { withOpenDatabase } from '../database.ts'
import { drawProgress } from '../terminal.ts'
import { check } from './check.ts'

interface MoveFlags {
  to?: string
  from?: string
}

/** `plaudit move --to URL`, `--from URL`: moves between the embedded database and the owner's server. */
export function moveCommand(): Command {
  return new Command('move')
    .description(
      'Copy everything from the embedded database of DATA_DIR into an empty database of yours, or back.\n\n' +
        'Stop the site first. What is copied from is brought up to this version and stays otherwise as it is; logos, secrets and emails ' +
        'stay in DATA_DIR. The copy ' +
        'is then verified, as `check` does. Interrupted, it is run again, or the site is started where it was before.',
    )
    .option('--to <url>', 'from DATA_DIR into this database: postgres://user:password@host:5432/database')
    .option('--from <url>', 'from this database into a DATA_DIR that has none')
    .action((flags: MoveFlags) =>
      runMove(flags).catch((error: unknown) => {
        // The address was given by an option.
        if (error instanceof StartError || error instanceof Failure)
          error.message = error.message.replace('DATABASE_URL', flags.to ? '--to' : '--from')
        throw error
      }),
    )
}

async function runMove({ to, from }: MoveFlags): Promise<void> {
  const url = to ?? from
  if (!url || (to !== undefined && from !== undefined))
    throw new StartError('say either --to or --from, with the address of your database')
  const config = readConfig({
    ...process.env,
    DATABASE_URL: url,
    SUPABASE_URL: undefined,
    BACKUP_DAYS: undefined,
  })
  const embedded = { ...config, databaseUrl: undefined }
  if (to && !existsSync(path.join(config.dataDir, 'postgres', 'PG_VERSION')))
    throw new StartError(`DATA_DIR ${config.dataDir} has no database to move`)
  const progress = drawProgress(process.stderr)
  const isRight = await withOpenDatabase(
    embedded,
    'lock',
    async (own, signal) => {
      const server = await openDatabase(config)
      try {
        const [source, target] = to ? [own, server] : [server, own]
        const { tables, rows } = await moveDatabase(source, target, {
          signal,
          onProgress: (done, table) => progress.update(done, table),
        }).finally(progress.clear)
        process.stdout.write(
          `${counted(rows, 'row')} of ${counted(tables, 'table')} moved into ${target.name}\n`,
        )
        return await check(target.sql, config, (line) => process.stdout.write(`${line}\n`))
      } finally {
        await server.close()
      }
    },
    `run it again, or start the site ${to ? 'without' : 'with'} DATABASE_URL as before: everything is still there`,
  )
  if (!isRight) process.exitCode = 1
  process.stdout.write(
    to
      ? `Start the site with DATABASE_URL. The folder postgres in ${config.dataDir} is no longer used.\n`
      : 'Start the site without DATABASE_URL.\n',
  )
}
