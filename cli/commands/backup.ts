import os from 'node:os'
import { Command } from 'commander'
import { backUp, recordBackup } from '../../server/host/backup/back-up.ts'
import { type Config, readConfig, StartError } from '../../server/lib/config.ts'
import { withOpenDatabase } from '../database.ts'
import { drawProgress } from '../terminal.ts'

/** `plaudit backup FILE`: everything this installation stores, in one file. */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Write the embedded database, logos and secrets into one file, while the site runs.\n\n' +
        'With DATABASE_URL the database is not in it: the command says how to back that up. FILE holds everything, ' +
        'also the secrets: keep it where no one else can read it. `plaudit restore FILE` brings it back.',
    )
    .argument('<file>', 'where to write it, such as plaudit.tar.gz; replaced once everything is written')
    .action(runBackup)
}

async function runBackup(file: string): Promise<void> {
  // Low priority, so that the site stays fast.
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const config = readConfig(process.env)
  if (config.supabaseUrl)
    throw new StartError('SUPABASE_URL names a hosted project, which keeps everything: back it up there')
  const { bytes } = config.databaseUrl ? await backUpFiles(config, file) : await backUpEmbedded(config, file)
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  process.stdout.write(`${file}: ${size}, whole\n`)
  if (config.databaseUrl)
    process.stdout.write(
      'The database of DATABASE_URL is not in it. Back it up before the files, so that no logo is missing:\n' +
        '  pg_dump --format=custom --file=plaudit.dump "$DATABASE_URL"\n',
    )
  if (config.s3)
    process.stdout.write(
      `The logos are not in it: they are in the bucket ${config.s3.bucket}, in the folder that private.site_folder names.\n`,
    )
}

async function backUpFiles(config: Config, file: string): Promise<{ bytes: number }> {
  const written = await backUp({ config, database: undefined, file })
  // Recorded for the dashboard; a failure of that is no failure of the backup.
  await withOpenDatabase(config, 'share', ({ sql }) => recordBackup(sql)).catch(() => undefined)
  return written
}

async function backUpEmbedded(config: Config, file: string): Promise<{ bytes: number }> {
  const progress = drawProgress(process.stderr)
  return withOpenDatabase(
    config,
    'share',
    (database, signal) =>
      backUp({ config, database, file, signal, onProgress: (done) => progress.update(done, 'copied') }),
    'nothing was written',
  ).finally(progress.clear)
}
