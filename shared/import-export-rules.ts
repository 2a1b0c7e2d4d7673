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

/** `reasons`: for pages in other languages (import-reasons.ts). */
const rejectionSchema = z.object({
  line: z.number(),
  reason: z.string(),
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

export const importEventSchema = z.discriminatedUnion('type', [
  /** `done` from 0 to 1. */
  z.object({ type: z.literal('progress'), done: z.number(), counts: countsSchema }),
  z.object({ type: z.literal('rejected'), rejections: z.array(rejectionSchema) }),
  z.object({ type: z.literal('change'), change: changeSchema }),
  /** `digest` of the file, so that the import can verify that it is the previewed one. */
  z.object({ type: z.literal('done'), counts: countsSchema, digest: z.string() }),
  /**
   * The import ended before the file did; what `counts` says was written stays written. `status`: the equivalent HTTP
   * status.
   */
  z.object({ type: z.literal('failed'), status: z.number(), message: z.string(), counts: countsSchema }),
])

export type ImportEvent = z.infer<typeof importEventSchema>
export type ImportCounts = z.infer<typeof countsSchema>
export type StarterCounts = z.infer<typeof starterCountsSchema>
export type Rejection = z.infer<typeof rejectionSchema>
export type Change = z.infer<typeof changeSchema>
export type ChangedValue = z.infer<typeof valueSchema>
