import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as heads from '#messages/page-heads.js'
import { VISIBLE } from '#shared/api-rules.ts'
import { findUsernameMistake } from '#shared/person-rules.ts'
import type { Site } from '#shared/site.ts'
import type { Db } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { MEMBER_PAGES } from '~/lib/member-pages'
import { toPage } from '~/lib/to-page'

/** Rows on a page of either list; one more is read, to see whether there is another page. */
const PAGE = 15

type Cursor = { at: string; id: string } | null
const START = null satisfies Cursor as Cursor

/** What comes after the cursor, newest first. */
const after = ({ at, id }: NonNullable<Cursor>) =>
  `created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${id})`

export type Member = Awaited<ReturnType<typeof getMember>>

/** A member with a page. One who turned it off is answered like one who does not exist, by the database too. */
async function getMember(db: Db, username: string, signal: AbortSignal) {
  if (findUsernameMistake(username)) throw notFound()
  const ask = db
    .from('profiles')
    .select('id, username, created_at')
    .eq('username', username)
    .eq('has_page', true)
    .maybeSingle()
  const member = await dataOf(ask, 'unknown', signal)
  if (!member) throw notFound()
  return member
}

/** A page of a member's visible recommendations, newest first. */
async function listRecommendations(db: Db, memberId: string, cursor: Cursor, signal: AbortSignal) {
  const visible = db
    .from('tool_upvotes')
    .select('id, reason, created_at, tools(name, slug, logo)')
    .eq('user_id', memberId)
    .or(VISIBLE)
    // For moderators and the member, to whom the database also returns withheld ones.
    .eq('is_withheld', false)
  const ask = (cursor ? visible.or(after(cursor)) : visible)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE + 1)
  const data = await dataOf(ask, 'fetchUpvotes', signal)
  return toPage(data, PAGE, ({ created_at, id }) => ({ at: created_at, id }))
}

/** A page of the listed tools that a member sent in and is named for, the newest first. */
async function listSubmitted(db: Db, memberId: string, cursor: Cursor, signal: AbortSignal) {
  const sentIn = db
    .from('tool_submitters')
    .select('tools!inner(id, name, slug, logo, short_description, created_at)')
    .eq('user_id', memberId)
  const ask = (cursor ? sentIn.or(after(cursor), { referencedTable: 'tools' }) : sentIn)
    .order('tools(created_at)', { ascending: false })
    .order('tools(id)', { ascending: false })
    .limit(PAGE + 1)
  const data = await dataOf(ask, 'fetchTools', signal)
  const tools = data.map((row) => row.tools)
  return toPage(tools, PAGE, ({ created_at, id }) => ({ at: created_at, id }))
}

/** The only place for query keys of members' pages. */
export const memberQueries = {
  byUsername: (username: string) =>
    queryOptions({
      queryKey: [MEMBER_PAGES, username],
      queryFn: async ({ signal }) => getMember(await loadDb('unknown'), username, signal),
    }),
  recommendations: (memberId: string) =>
    infiniteQueryOptions({
      queryKey: [MEMBER_PAGES, memberId, 'recommendations'],
      queryFn: async ({ pageParam, signal }) =>
        listRecommendations(await loadDb('fetchUpvotes'), memberId, pageParam, signal),
      initialPageParam: START,
      getNextPageParam: ({ next }) => next,
    }),
  submitted: (memberId: string) =>
    infiniteQueryOptions({
      queryKey: [MEMBER_PAGES, memberId, 'submitted'],
      queryFn: async ({ pageParam, signal }) =>
        listSubmitted(await loadDb('fetchTools'), memberId, pageParam, signal),
      initialPageParam: START,
      getNextPageParam: ({ next }) => next,
    }),
  /** The public ones. */
  lists: (memberId: string) =>
    queryOptions({
      queryKey: [MEMBER_PAGES, memberId, 'lists'],
      queryFn: async ({ signal }) => {
        const ask = (await loadDb('unknown')).rpc('list_public_lists', { member_id: memberId }, { get: true })
        return dataOf(ask, 'unknown', signal)
      },
    }),
}

/** Loads a member's page and returns its head. Not indexed until it has something. */
export async function loadMember(queryClient: QueryClient, site: Site, address: string) {
  const { id, username } = await queryClient.ensureQueryData(memberQueries.byUsername(address))
  const [lists, ...pages] = await Promise.all([
    queryClient.ensureQueryData(memberQueries.lists(id)),
    queryClient.ensureInfiniteQueryData(memberQueries.recommendations(id)),
    queryClient.ensureInfiniteQueryData(memberQueries.submitted(id)),
  ])
  return {
    path: `/members/${username.toLowerCase()}`,
    title: heads.member({ username, site: site.name }),
    description: heads.aboutMember({ ...site, username }),
    index: lists.length > 0 || pages.some((list) => (list.pages[0]?.rows.length ?? 0) > 0),
  }
}
