import * as z from 'zod'
import type { FlaggedCard } from '../../src/features/admin/moderation/flagged-data.ts'
import { answer } from './render-site.tsx'

/** Cards of the moderation queue for component tests. */

const DAY = '2026-01-03T00:00:00Z'

/** A reported recommendation of this tool. */
export const flaggedCard = (tool: string, changes: Partial<FlaggedCard> = {}): FlaggedCard => ({
  id: `id-${tool}`,
  version: 1,
  state: 'pending',
  activity_at: DAY,
  reason: `What is said of ${tool}.`,
  created_at: DAY,
  author_role: null,
  edited_at: null,
  former_texts: [],
  visible: false,
  writer: 'ann',
  tool_name: tool,
  tool_slug: tool.toLowerCase(),
  report_count: 1,
  reports: [
    {
      id: `r-${tool}`,
      reporter: 'ben',
      is_automatic: false,
      reason: 'Spam',
      status: 'pending',
      flagged_at: DAY,
    },
  ],
  decision: null,
  appeal: null,
  for_another: null,
  ...changes,
})

/** Answers the queue's calls with these cards, before and after a refresh. */
export function serveQueue(cards: FlaggedCard[]): void {
  const counts = { pending: cards.length, approved: 0, rejected: 0, all: cards.length }
  answer('rpc/list_flagged', () => ({ cards, more: false, counts }))
  answer('rpc/watch_flagged', () => ({ cards, gone: [], arrived: 0, counts }))
}

const asked = z.array(z.object({ id: z.string(), seen: z.number() }))

/** Answers decisions: what happens to each case. */
export const answerDecisions = (respond: (one: z.infer<typeof asked>[number]) => object): void => {
  answer('rpc/decide_several', ({ cases }) =>
    asked.parse(cases).map((one) => ({ id: one.id, ...respond(one) })),
  )
}
