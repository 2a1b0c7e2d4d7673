import { Command } from 'commander'
import { isDatabaseAway } from '../server/host/database/errors.ts'
import { StartError } from '../server/lib/config.ts'
import { Failure, UnusableInput } from '../server/lib/errors.ts'
import { codeOf, messageOf } from '../server/lib/unknown.ts'
import { VERSION } from '../server/lib/version.ts'
import { adminCommand } from './commands/admin.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand, undoImportCommand } from './commands/import.ts'
import { inviteCommand } from './commands/invite.ts'
import { jobsCommand } from './commands/jobs.ts'
import { moveCommand } from './commands/move.ts'
import { restoreCommand } from './commands/restore.ts'
import { siteCommand } from './commands/site.ts'
import { starterCommand } from './commands/starter.ts'

/**
 * The command line: `npm run cli -- <command>`. One file per command in commands/. Results go to standard output,
 * errors to standard error. Exit code 0: done; 1: failed; 2: the given file cannot be used.
 */
const program = new Command('plaudit')
  .version(VERSION)
  .description(
    'Looks after a Plaudit directory: its settings, its catalogue, its administrators and its backups.',
  )
  .addCommand(importCommand())
  .addCommand(undoImportCommand())
  .addCommand(exportCommand())
  .addCommand(starterCommand())
  .addCommand(adminCommand())
  .addCommand(siteCommand())
  .addCommand(inviteCommand())
  .addCommand(auditCommand())
  .addCommand(jobsCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(checkCommand())
  .addCommand(moveCommand())
  .hook('preAction', (_program, command) => {
    // As of a variable of the shell that is not set: messages would name nothing.
    if ([...command.processedArgs, ...Object.values(command.opts())].includes(''))
      throw new UnusableInput('an argument is empty')
  })

// Not where errors of commands are caught: a connection to the database that breaks has the same code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the pipe has closed it.
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`plaudit: ${error.message}\n`)
  process.exit(1)
})

try {
  await program.parseAsync()
} catch (error) {
  const expected = error instanceof StartError || error instanceof Failure || error instanceof UnusableInput
  const text = expected
    ? error.message
    : isDatabaseAway(error)
      ? `the database could not go on: ${messageOf(error) || codeOf(error)}. Run the command again when it can`
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  process.stderr.write(`plaudit: ${text}\n`)
  process.exitCode = error instanceof UnusableInput ? 2 : 1
}
