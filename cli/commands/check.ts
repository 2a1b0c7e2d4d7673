import { Command } from 'commander'
import type { Sql } from 'postgres'
import { type Config, readConfig } from '../../server/lib/config.ts'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { checkLogos } from '../../server/product/check/check-logos.ts'
import { checkRows, type Findings } from '../../server/product/check/check-rows.ts'
import { openStore } from '../../server/supabase/storage/open-logos.ts'
import { withDatabase } from '../database.ts'

/** `plaudit check`: verifies everything that is stored. */
export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Verify every row against the rules of its table, derived figures against the rows they count, and logos ' +
        'against their files.\n\nNothing is changed, but recommendations that are due are weighed as by the hourly job. On a running site, writes wait while figures are compared. ' +
        'Exit code 1 when something is wrong.',
    )
    .action(async () => {
      const config = readConfig(process.env)
      const isRight = await withDatabase((sql) =>
        check(sql, config, (line) => process.stdout.write(`${line}\n`)),
      )
      if (!isRight) process.exitCode = 1
    })
}

/** Prints what was checked and every problem; returns whether there is none. */
export async function check(sql: Sql, config: Config, print: (line: string) => void): Promise<boolean> {
  const parts: [string, () => Promise<Findings>][] = [
    ['rows', () => checkRows(sql)],
    ['figures', () => checkFigures(sql)],
  ]
  // A hosted project stores them itself.
  if (!config.supabaseUrl) parts.push(['logos', async () => checkLogos(sql, await openStore(config, sql))])
  let count = 0
  for (const [name, look] of parts) {
    const { checked, problems } = await look()
    print(`${name}: ${checked}, ${problems.length === 0 ? 'all right' : `${problems.length} wrong`}`)
    for (const problem of problems) print(`  ${problem}`)
    count += problems.length
  }
  return count === 0
}
