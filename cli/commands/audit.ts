import { Command } from 'commander'
import { counted } from '../../server/lib/counted.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { withDatabase } from '../database.ts'

/** The database refuses to delete younger entries. */
const LEAST_DAYS = 30

/** `plaudit audit --keep DAYS`: deletes the older entries of the audit log. */
export function auditCommand(): Command {
  return new Command('audit')
    .description(
      'Delete old entries of the audit log, for good. The decisions in them are then missing from what members ' +
        'download about themselves, too.',
    )
    .requiredOption('--keep <days>', `the days to keep, at least ${LEAST_DAYS}`)
    .action(async ({ keep }: { keep: string }) => {
      const days = /^\d{1,6}$/.test(keep) ? Number(keep) : 0
      if (days < LEAST_DAYS) throw new UnusableInput(`--keep is a number of days, at least ${LEAST_DAYS}`)
      const { count } = await withDatabase(
        (sql) => sql`delete from public.audit_log where created_at < now() - make_interval(days => ${days})`,
      )
      process.stdout.write(`${counted(count, 'entry', 'entries')} deleted\n`)
    })
}
