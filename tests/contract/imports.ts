import type { Sql } from 'postgres'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import type { ImportOptions } from '../../server/product/import-export/import-options.ts'

/** Imports values as if they were on lines 1, 2, 3 ... of a file. */
export const importValues = (sql: Sql, values: unknown[], options?: ImportOptions) =>
  importCatalogue(
    sql,
    values.map((value, index) => ({ line: index + 1, value })),
    options,
  )
