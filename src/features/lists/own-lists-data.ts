import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import * as messages from '#messages/lists.js'
import { lengthOf } from '#shared/catalogue-rules.ts'
import { requiredText, shownText } from '#shared/hidden-character-rules.ts'
import { getDb } from '~/lib/db-client'
import { addErrorTexts, dataOf } from '~/lib/errors'
import { isLimit, resultOf } from '~/lib/limit-reached'
import { outdateMemberPages } from '~/lib/member-pages'
import { PERSONAL } from '~/lib/session'
import { getList } from './lists-data'

addErrorTexts(messages.listErrors)

const NAME_MAX = 80
export const NOTE_MAX = 300

export const nameSchema = requiredText('line', { name: messages.name, limit: NAME_MAX })
export const noteSchema = z.string().check(
  z.trim(),
  z.refine((text) => lengthOf(text) <= NOTE_MAX, messages.noteTooLong),
  shownText(messages.note, 'lines'),
)

/** The only place for query keys of the person's lists. */
export const ownListQueries = {
  /** All of them; with a tool, also which have it. */
  all: (userId: string, toolId?: string) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'lists', 'all', toolId],
      queryFn: ({ signal }) => dataOf(getDb().rpc('list_my_lists', { tool_id: toolId }), 'loadLists', signal),
    }),
  one: (userId: string, address: string) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'lists', 'one', address],
      queryFn: ({ signal }) => getList(getDb(), address, signal),
    }),
}

/** Everything that shows lists is read again; pages when they are next opened. */
const refresh = (client: QueryClient, userId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [PERSONAL, userId, 'lists'] }),
    client.invalidateQueries({ queryKey: ['member-lists'], refetchType: 'none' }),
    outdateMemberPages(client),
  ])

/** Makes a list, or renames one and says whether it is public, each where it is given; returns its id. */
export const saveListMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (list: { name?: string; is_public?: boolean; list_id?: string }) =>
      resultOf(getDb().rpc('save_my_list', list), 'saveList'),
    meta: { failure: 'saveList', inForm: isLimit },
    onSettled: (_id, _error, _list, _result, { client }) => refresh(client, userId),
  })

export const deleteListMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (list_id: string) => resultOf(getDb().rpc('delete_my_list', { list_id }), 'saveList'),
    meta: { failure: 'saveList' },
    onSettled: (_done, _error, _list, _result, { client }) => refresh(client, userId),
  })

const LISTING = ['list-tool']
type Listing = { list_id: string; tool_id: string; listed?: boolean; note?: string; place?: number }

/** Puts a tool into a list or takes it out, changes its note or its place. One after the other. */
export const listToolMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (listing: Listing) => resultOf(getDb().rpc('set_listed', listing), 'saveList'),
    mutationKey: LISTING,
    scope: { id: 'lists' },
    meta: { failure: 'saveList' },
    // Not while another waits: what is read now would show the order before it.
    onSettled: (_done, _error, _listing, _result, { client }) =>
      client.isMutating({ mutationKey: LISTING }) > 1 ? undefined : refresh(client, userId),
  })
