import * as z from 'zod/mini'

/**
 * The events of an import or preview: one JSON object per line. Shared with the server, which writes them
 * (server/product/import-export).
 */

/** Largest file, in bytes. */
export const LARGEST_IMPORT = 50 * 1024 * 1024

export { fileChanged as FILE_CHANGED, fileTooLarge as TOO_LARGE } from '#messages/rules.js'

/** Rejected rows that are reported individually; further ones are only counted. */
export const REPORTED_REJECTIONS = 10_000

/** Created entries, and changed entries, shown in a preview. */
export const SHOWN_CHANGES = 20

/** Rows with mended values that are shown in a preview. */
export const SHOWN_HEALED = 200

const countsSchema = z.object({
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  categoryRows: z.number(),
  newCategories: z.number(),
  changedCategories: z.number(),
})

/** Of the starter catalogue: how much is as it came, was removed or came back. */
export const starterCountsSchema = z.object({ tools: z.number(), categories: z.number() })

/** What an undone import took back: entries deleted, entries restored, and entries kept because they were used since. */
export const undoCountsSchema = z.object({ deleted: z.number(), restored: z.number(), kept: z.number() })

/** `reasons`: for pages in other languages (import-reasons.ts). */
const rejectionSchema = z.object({
  line: z.number(),
  reason: z.string(),
  /** The values of the row by field, to be mended by hand, and what would make some of them right. */
  values: z.optional(z.record(z.string(), z.string())),
  proposals: z.optional(z.record(z.string(), z.string())),
  reasons: z.optional(
    z.array(z.object({ code: z.string(), values: z.optional(z.record(z.string(), z.string())) })),
  ),
})

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

const changeSchema = z.object({
  kind: z.enum(['tool', 'category']),
  line: z.number(),
  slug: z.string(),
  name: z.string(),
  fields: z.optional(z.array(z.object({ field: z.string(), before: valueSchema, after: valueSchema }))),
})

/** How a file is read: chosen in the dashboard, or by options and a mapping file on the command line. */
export const importSettingsSchema = z.object({
  /** The field of a column by its name; null leaves it out. Others are found by their names. */
  columns: z.optional(z.record(z.string(), z.union([z.string(), z.null()]))),
  /** The category that a name in the file means. */
  categories: z.optional(z.record(z.string(), z.string())),
  /** Of entries that exist: `fill` adds what they lack, `overwrite` replaces what differs. */
  existing: z.optional(z.enum(['fill', 'overwrite'])),
  /** Cuts texts that are too long; else they are refused. */
  cut: z.optional(z.boolean()),
})

const columnSchema = z.object({
  name: z.string(),
  field: z.union([z.string(), z.null()]),
  sample: z.string(),
})

/** A value that was mended before it was taken. */
const healingSchema = z.object({ column: z.string(), before: z.string(), after: z.string() })

export const importEventSchema = z.discriminatedUnion('type', [
  /** `done` from 0 to 1. */
  z.object({ type: z.literal('progress'), done: z.number(), counts: countsSchema }),
  z.object({ type: z.literal('rejected'), rejections: z.array(rejectionSchema) }),
  z.object({ type: z.literal('change'), change: changeSchema }),
  /** How the columns of a table are read; `origin`: the program it was exported from, if that shows. */
  z.object({
    type: z.literal('columns'),
    origin: z.union([z.string(), z.null()]),
    columns: z.array(columnSchema),
  }),
  /** The first mended values; `count` of all so far. */
  z.object({
    type: z.literal('healed'),
    count: z.number(),
    rows: z.array(z.object({ line: z.number(), healed: z.array(healingSchema) })),
  }),
  /** New categories whose names are nearly those of others. */
  z.object({
    type: z.literal('near'),
    near: z.array(z.object({ given: z.string(), proposal: z.string() })),
  }),
  /** An import changed something and can be undone by this id. */
  z.object({ type: z.literal('imported'), id: z.string() }),
  /** `digest` of the file, so that the import can verify that it is the previewed one. */
  z.object({ type: z.literal('done'), counts: countsSchema, digest: z.string() }),
  /** The import ended before the file did, and nothing of it was written. `status`: the equivalent HTTP status. */
  z.object({ type: z.literal('failed'), status: z.number(), message: z.string(), counts: countsSchema }),
])

export type ImportEvent = z.infer<typeof importEventSchema>
export type ImportSettings = z.infer<typeof importSettingsSchema>
export type UndoCounts = z.infer<typeof undoCountsSchema>
export type ImportColumn = z.infer<typeof columnSchema>
export type Healing = z.infer<typeof healingSchema>
export type NearCategory = Extract<ImportEvent, { type: 'near' }>['near'][number]
export type HealedRow = Extract<ImportEvent, { type: 'healed' }>['rows'][number]
export type ImportCounts = z.infer<typeof countsSchema>
export type StarterCounts = z.infer<typeof starterCountsSchema>
export type Rejection = z.infer<typeof rejectionSchema>
export type Change = z.infer<typeof changeSchema>
export type ChangedValue = z.infer<typeof valueSchema>
