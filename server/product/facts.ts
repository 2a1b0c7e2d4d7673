import type { ISql } from 'postgres'
import { factsSchema } from '#shared/own-facts.ts'
import { type Fact, factsOf } from '#shared/tool-fields.ts'

/** The facts of the site's tools, in order. */
export async function readFacts(sql: ISql): Promise<readonly Fact[]> {
  const [row] = await sql<{ facts: unknown }[]>`select facts from public.get_site_settings()`
  return factsOf(factsSchema.parse(row?.facts ?? null))
}
