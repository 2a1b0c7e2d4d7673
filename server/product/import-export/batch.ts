import type { ISql } from 'postgres'

/** A connection or a transaction of postgres.js, as the owner of the schema. */
export type Connection = ISql

/** The context shared by all batches of an import. */
export interface BatchContext {
  /** A timestamp of the database. */
  startedAt: string
  /** Descriptions by slug, for categories the import creates. */
  descriptions: ReadonlyMap<string, string>
}

/** What an import did to one tool or category; `fields` is undefined for a new one. */
export interface Change {
  kind: 'tool' | 'category'
  line: number
  slug: string
  name: string
  fields: FieldChange[] | undefined
}

export interface FieldChange {
  field: string
  before: string | boolean | string[] | null
  after: string | boolean | string[] | null
}

/** The result of a batch. */
export interface BatchResult {
  created: number
  updated: number
  unchanged: number
  /** Rows that describe categories. */
  categoryRows: number
  /** Slugs of the categories it created. */
  newCategories: string[]
  /** Slugs of the categories it changed. */
  changedCategories: string[]
  changes: Change[]
}
