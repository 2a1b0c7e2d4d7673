import type { Sql } from 'postgres'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import type { ImportOptions } from '../../server/product/import-export/import-options.ts'

/** Rows to import, for tests. */

export const tool = (slug: string, changes: Record<string, unknown> = {}) => ({
  name: `The ${slug}`,
  slug,
  short_description: 'Does one thing.',
  website_url: 'https://tool.example/',
  ...changes,
})

/** Imports values as if they were on lines 1, 2, 3 ... of a file. */
export const importValues = (sql: Sql, values: unknown[], options?: ImportOptions) =>
  importCatalogue(
    sql,
    values.map((value, index) => ({ line: index + 1, value })),
    options,
  )
