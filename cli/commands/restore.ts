import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { restore } from '../../server/host/backup/restore.ts'
import { readConfig } from '../../server/lib/config.ts'
import { drawProgress } from '../terminal.ts'

/** `plaudit restore FILE`: puts a backup into an empty DATA_DIR. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Put what `plaudit backup` wrote into an empty DATA_DIR.\n\n' +
        'Nothing is moved into place before every checksum is verified. After an interruption, run it again.\n\n' +
        'Only restore what you or somebody you trust made: a restored database runs the functions and triggers that ' +
        'are in it, with its own rights on this machine. Settings of its server are not taken from the file.',
    )
    .argument('<file>', 'the backup')
    .action(runRestore)
}

async function runRestore(file: string): Promise<void> {
  const { dataDir } = readConfig(process.env)
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  const progress = drawProgress(process.stderr)
  const made = await restore(file, dataDir, (bytes) => progress.update(bytes / size, 'unpacked')).finally(
    progress.clear,
  )
  process.stdout.write(`${dataDir} is as it was on ${made.made.slice(0, 16).replace('T', ' at ')} UTC\n`)
  if (!made.database)
    process.stdout.write(
      'The database is not in this backup. Bring back its dump, into an empty database:\n' +
        '  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" plaudit.dump\n',
    )
  process.stdout.write('Look it over with `npm run cli -- check`, then start the site.\n')
}
