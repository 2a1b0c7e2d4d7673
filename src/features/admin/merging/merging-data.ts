import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { resultOf } from '~/lib/limit-reached'
import { PAGE_ROWS } from '../list-search'
import { readOf } from '../moderation/flagged-data'

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

/** One page of pairs that may be the same. */
export const duplicatesQuery = (page: number) =>
  queryOptions({
    queryKey: [...DUPLICATES, page],
    queryFn: async ({ signal }) => {
      const ask = getDb().rpc('list_duplicates', { page, page_size: PAGE_ROWS }, { get: true })
      const rows = await readOf(pairsSchema, ask, 'loadDuplicates', signal)
      return { rows, total: rows[0]?.total ?? 0 }
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** What merging would do. */
export const previewQuery = ({ gone, kept }: Merge) =>
  queryOptions({
    queryKey: [...DUPLICATES, 'preview', gone.id, kept.id],
    queryFn: ({ signal }) => {
      const ask = getDb().rpc('preview_merge', { gone: gone.id, kept: kept.id }, { get: true })
      return readOf(previewSchema, ask, 'loadDuplicates', signal)
    },
    staleTime: 0,
  })

/** A tool by its id, or null. */
export const toolQuery = (id: string) =>
  queryOptions({
    queryKey: [...DUPLICATES, 'tool', id],
    queryFn: async ({ signal }) => {
      const data = await dataOf(getDb().from('tools').select('id, name').eq('id', id), 'loadTool', signal)
      return data[0] ?? null
    },
  })

export const mergeMutation = mutationOptions({
  mutationFn: ({ kind, gone, kept }: Merge & { kind: 'tools' | 'categories' }) => {
    const request = { gone: gone.id, kept: kept.id }
    const ask = getDb().rpc(kind === 'tools' ? 'merge_tools' : 'merge_categories', request)
    return resultOf(ask, 'merge', { PT404: 'mergeGone' })
  },
})

export const undoMergeMutation = mutationOptions({
  mutationFn: (gone: string) =>
    resultOf(getDb().rpc('undo_merge', { gone }), 'undoMerge', { later: 'mergeLater', PT409: 'mergeOver' }),
})

export const areTwoMutation = mutationOptions({
  mutationFn: (two: { one: string; other: string; are_two: boolean }) =>
    dataOf(getDb().rpc('set_not_duplicates', two), 'areTwo'),
})
