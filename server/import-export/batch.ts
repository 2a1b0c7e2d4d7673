import type { ISql } from 'postgres'

/** A connection or a transaction of postgres.js, as the owner of the schema. */
export type Connection = ISql

/** What all batches of an import share. */
export interface BatchContext {
  /** A timestamp of the database. */
  startedAt: string
  /** Descriptions, by slug, for categories that have to be made. */
  descriptions: ReadonlyMap<string, string>
}

/** What an import did to one tool or category; `fields` is undefined for one that is new. */
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

/** What a batch did. */
export interface BatchResult {
  created: number
  updated: number
  unchanged: number
  /** Rows about categories. */
  categoryRows: number
  /** Slugs of the categories made for it. */
  newCategories: string[]
  /** Slugs of the categories it changed. */
  changedCategories: string[]
  changes: Change[]
}
