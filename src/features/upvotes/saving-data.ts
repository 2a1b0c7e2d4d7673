import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { upvoteErrors } from '#messages/upvotes.js'
import { type Db, getDb } from '~/lib/db-client'
import { addErrorTexts, dataOf } from '~/lib/errors'
import { resultOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'
import { settledSession } from '~/lib/session-start'
import { toPage } from '~/lib/to-page'
import type { UpvoteTool } from './upvote-provider'
import { type Mark, upvoteQueries } from './upvotes-data'

addErrorTexts(upvoteErrors)

/** Saves a tool or forgets it, shown at once wherever its mark is on the page; a visitor is asked to sign in. */
export async function toggleSaved(
  client: QueryClient,
  tool: UpvoteTool,
  saved: boolean,
  ask: (tool: UpvoteTool, wish: 'save') => Promise<void>,
): Promise<void> {
  const { user } = await settledSession()
  if (!user) return ask(tool, 'save')
  const queryKey = upvoteQueries.marks(user.id)
  const show = (is_saved: boolean) =>
    client.setQueriesData<Mark[]>({ queryKey }, (marks) =>
      marks || is_saved ? withSaved(marks ?? [], tool.id, is_saved) : undefined,
    )
  // The marks of other tools are not known yet, and are read afterwards.
  const isUnread = client.getQueriesData({ queryKey }).some(([, marks]) => marks === undefined)
  // An answer on its way would show what was before.
  await client.cancelQueries({ queryKey })
  show(saved)
  const saving = client.getMutationCache().build(client, {
    mutationFn: () => resultOf(getDb().rpc('set_saved', { tool_id: tool.id, saved }), 'setSaved'),
    meta: { failure: 'setSaved' },
    onError: () => show(!saved),
    onSettled: () => (isUnread ? client.invalidateQueries({ queryKey }) : undefined),
  })
  await saving.execute(undefined).catch(() => undefined)
}

function withSaved(marks: readonly Mark[], tool_id: string, is_saved: boolean): Mark[] {
  const was = marks.find((mark) => mark.tool_id === tool_id)
  const rest = marks.filter((mark) => mark !== was)
  return [...rest, { tool_id, is_upvoted: false, is_made: false, ...was, is_saved }]
}

/** Tools on a page of the person's list; one more is read, to see whether there is another page. */
const SAVED_PAGE = 15

type SavedCursor = { before_at: string; before_id: string }

/** One page of the tools that the person saved, the last one first. */
async function listSaved(db: Db, after: SavedCursor | null, signal: AbortSignal) {
  const data = await dataOf(db.rpc('list_my_saved', { ...after }), 'loadSaved', signal)
  const { rows, next } = toPage(data, SAVED_PAGE, ({ saved_at, id }) => ({
    before_at: saved_at,
    before_id: id,
  }))
  return { tools: rows, next }
}

export type SavedTool = Awaited<ReturnType<typeof listSaved>>['tools'][number]

/** The tools that the person saved, page by page. */
export const savedQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [PERSONAL, userId, 'saved'],
    queryFn: ({ pageParam, signal }) => listSaved(getDb(), pageParam, signal),
    initialPageParam: null satisfies SavedCursor | null as SavedCursor | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
