import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError } from '~/lib/errors'
import { PAGE_ROWS } from '../list-search'
import { read } from '../moderation/flagged-data'

const toolSchema = z.object({
  ...{ id: z.string(), name: z.string(), slug: z.string(), logo: z.nullable(z.string()) },
  ...{ website_url: z.string(), short_description: z.string(), upvote_count: z.number() },
  created_at: z.string(),
})
export type PairedTool = z.infer<typeof toolSchema>

const pairsSchema = z.array(
  z.object({
    ...{ one: toolSchema, other: toolSchema },
    ...{ same_address: z.boolean(), same_name: z.boolean(), total: z.number() },
  }),
)
export type Pair = z.infer<typeof pairsSchema>[number]

const sideSchema = z.extend(toolSchema, {
  ...{ saved: z.number(), lists: z.number(), makers: z.number() },
  ...{ categories: z.array(z.string()), facts: z.array(z.string()) },
})
export type Side = z.infer<typeof sideSchema>

const previewSchema = z.object({
  ...{ gone: sideSchema, kept: sideSchema, recommendations: z.number(), twice: z.number() },
  filled: z.array(z.string()),
})

export type Preview = z.infer<typeof previewSchema>

/** Two that become one. */
export type Merge = { gone: { id: string; name: string }; kept: { id: string; name: string } }

export const DUPLICATES = ['admin', 'duplicates']

async function listPairs(db: Db, page: number, signal: AbortSignal) {
  const answer = await db
    .rpc('list_duplicates', { page, page_size: PAGE_ROWS }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, 'loadDuplicates', signal)
  const rows = read(pairsSchema, answer.data, 'loadDuplicates')
  return { rows, total: rows[0]?.total ?? 0 }
}

/** One page of pairs that may be the same. */
export const duplicatesQuery = (page: number) =>
  queryOptions({
    queryKey: [...DUPLICATES, page],
    queryFn: ({ signal }) => listPairs(getDb(), page, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** What merging would do. */
export const previewQuery = ({ gone, kept }: Merge) =>
  queryOptions({
    queryKey: [...DUPLICATES, 'preview', gone.id, kept.id],
    queryFn: async ({ signal }) => {
      const request = { gone: gone.id, kept: kept.id }
      const answer = await getDb().rpc('preview_merge', request, { get: true }).abortSignal(signal)
      assertAnswered(answer, 'loadDuplicates', signal)
      return read(previewSchema, answer.data, 'loadDuplicates')
    },
    staleTime: 0,
  })

/** A tool by its id, or null. */
export const toolQuery = (id: string) =>
  queryOptions({
    queryKey: [...DUPLICATES, 'tool', id],
    queryFn: async ({ signal }) => {
      const answer = await getDb().from('tools').select('id, name').eq('id', id).abortSignal(signal)
      assertAnswered(answer, 'loadTool', signal)
      return answer.data[0] ?? null
    },
  })

export const mergeMutation = mutationOptions({
  mutationFn: async ({ kind, gone, kept }: Merge & { kind: 'tools' | 'categories' }) => {
    const request = { gone: gone.id, kept: kept.id }
    const answer = await getDb().rpc(kind === 'tools' ? 'merge_tools' : 'merge_categories', request)
    if (answer.error?.code === 'PT404') throw new DataError('mergeGone', { status: answer.status })
    assertAnswered(answer, 'merge')
  },
  meta: { failure: 'merge' },
})

export const undoMergeMutation = mutationOptions({
  mutationFn: async (gone: string) => {
    const answer = await getDb().rpc('undo_merge', { gone })
    if (answer.error?.code === 'PT409')
      throw new DataError(answer.error.details === 'later' ? 'mergeLater' : 'mergeOver', {
        status: answer.status,
      })
    assertAnswered(answer, 'undoMerge')
  },
  meta: { failure: 'undoMerge' },
})

export const areTwoMutation = mutationOptions({
  mutationFn: async ({ one, other, are_two }: { one: string; other: string; are_two: boolean }) =>
    assertAnswered(await getDb().rpc('set_not_duplicates', { one, other, are_two }), 'areTwo'),
  meta: { failure: 'areTwo' },
})
