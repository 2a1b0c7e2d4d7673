import { Command } from 'commander'
import { StartError } from '../../server/lib/config.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { isUuid } from '../../server/supabase/auth/secrets.ts'
import { withDatabase } from '../database.ts'

interface Job {
  id: string
  queue: string
  what: string
  to: string
  state: string
  writtenAt: Date
  dueAt: Date
  tries: number
  reason: string | null
}

/** `plaudit jobs`: what waits in the queue and what was given up; `jobs retry` tries it now. */
export function jobsCommand(): Command {
  return new Command('jobs')
    .description('List the work that waits (emails to be sent, claims to be checked), and what was given up.')
    .action(() =>
      withQueue(async (sql) => {
        const jobs = await sql<Job[]>`
          select id, name as queue, coalesce(data ->> 'ask', data ->> 'kind') as what, data ->> 'to' as to, state::text,
            created_on as "writtenAt", start_after as "dueAt", retry_count as tries, output ->> 'reason' as reason
          from pgboss.job order by state = 'failed', created_on`
        if (jobs.length === 0) process.stdout.write('Nothing waits, and nothing was given up.\n')
        for (const job of jobs) process.stdout.write(`${describe(job)}\n`)
      }),
    )
    .addCommand(
      new Command('retry')
        .description('Try jobs now, whatever their pause; one that was given up begins anew.')
        .argument('[id...]', 'as listed by `jobs`')
        .option('--all', 'all of them', false)
        .action(async (ids: string[], { all }: { all: boolean }) => {
          if (all === ids.length > 0)
            throw new UnusableInput('name the jobs as listed by `jobs`, or give --all')
          const wrong = ids.find((id) => !isUuid(id))
          if (wrong !== undefined) throw new UnusableInput(`${wrong} is no job: \`jobs\` lists them`)
          // What waits is due, what was given up begins anew.
          const { count: retried } = await withQueue(
            (sql) => sql`
              update pgboss.job j set start_after = now(), completed_on = null, retry_limit = q.retry_limit,
                retry_count = case when j.state = 'failed' then 0 else j.retry_count end,
                state = case when j.state = 'failed' then 'created' else j.state end
              from pgboss.queue q
              where q.name = j.name and j.state <> 'active' and (${all} or j.id = any (${ids}::uuid[]))`,
          )
          if (!all && retried < ids.length)
            throw new UnusableInput(
              `${ids.length - retried} of these jobs ${ids.length - retried === 1 ? 'does' : 'do'} not wait: \`jobs\` lists those that do`,
            )
          process.stdout.write(`${retried} ${retried === 1 ? 'job is' : 'jobs are'} tried now\n`)
        }),
    )
}

const withQueue: typeof withDatabase = (run) =>
  withDatabase(async (sql, signal) => {
    const [found] = await sql<{ exists: boolean }[]>`select to_regclass('pgboss.job') is not null as exists`
    if (!found?.exists)
      throw new StartError('a Supabase project has no queue: its own service sends the mails')
    return run(sql, signal)
  })

function describe({ id, queue, what, to, state, writtenAt, dueAt, tries, reason }: Job): string {
  const isFailed = state === 'failed'
  const said = [
    isFailed ? 'given up' : reason ? `tried again at ${dueAt.toISOString()}` : 'waits',
    reason && `last: ${reason}`,
    isFailed && `${tries + 1} ${tries === 0 ? 'try' : 'tries'}`,
  ]
  return `${id}  ${queue}  ${what} to ${to}, since ${writtenAt.toISOString()}: ${said.filter(Boolean).join(', ')}`
}
