import type postgres from 'postgres'
import type { LogoStore } from '../../supabase/storage/store.ts'
import { selectUsedLogos } from '../../supabase/storage/sweep.ts'
import type { Findings } from './check-rows.ts'

/** Compares the logos in use with the stored files. An unused file is no problem: it is deleted after a day. */
export async function checkLogos(sql: postgres.Sql, store: LogoStore): Promise<Findings> {
  const used = await sql<{ name: string }[]>`
    select distinct name from (${selectUsedLogos(sql)}) used where name is not null order by name`
  const there = new Map((await store.list()).map(({ name, size }) => [name, size]))
  const problems = used
    .filter(({ name }) => !there.get(name))
    .map(({ name }) => `logo ${name}: ${there.has(name) ? 'its file is empty' : 'there is no such file'}`)
  return { checked: `${used.length} logos in use, ${there.size} files`, problems }
}
