import * as z from 'zod/mini'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { keep, readKept } from '~/lib/kept'

/** An unsent submission, kept in this browser for the member who writes it. */
export type Draft = { values: ToolValues; note: string; isNamed: boolean }

const draftSchema = z.object({
  values: z.object({
    ...{ name: z.string(), slug: z.string(), short_description: z.string(), website_url: z.string() },
    ...{ featured: z.boolean(), category_ids: z.array(z.string()) },
    facts: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
  ...{ note: z.string(), isNamed: z.boolean() },
})

const keyOf = (userId: string) => `plaudit-submission:${userId}`

/** Undefined if there is none, or the browser keeps nothing. */
export const readDraft = (userId: string) => readKept(keyOf(userId), (kept): Draft => draftSchema.parse(kept))

/** Replaces the kept one; undefined: there is none any more. */
export const keepDraft = (userId: string, draft: Draft | undefined) => keep(keyOf(userId), draft)
