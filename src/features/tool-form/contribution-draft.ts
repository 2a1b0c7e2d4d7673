import * as z from 'zod/mini'
import type { ToolValues } from '#shared/catalogue-schemas.ts'

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

/** Null if there is none, or the browser keeps nothing. */
export function readDraft(userId: string): Draft | null {
  try {
    return draftSchema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
  } catch {
    return null
  }
}

/** Replaces the kept one; null: there is none any more. */
export function keepDraft(userId: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(userId), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(userId))
  } catch {
    // Full or forbidden: the text stays on the page.
  }
}
