import { expect } from 'vitest'
import { administrator, type Client, member } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'
import { addTool, addUpvote, first, type Tool } from './rows.ts'

/** Merging for tests: an editor's calls, and what is seen of it. */
export async function mergingOn(server: TestServer) {
  const { sql } = server
  const editor = await administrator(server, 'editor')
  const { client } = editor

  const merge = async (gone: { id: string }, kept: { id: string }) =>
    expect((await client.rpc('merge_tools', { gone: gone.id, kept: kept.id })).error).toBeNull()
  const undo = async (gone: { id: string }) =>
    expect((await client.rpc('undo_merge', { gone: gone.id })).error).toBeNull()
  const undoing = async (gone: { id: string }) => (await client.rpc('undo_merge', { gone: gone.id })).error
  const countOf = async ({ id }: { id: string }) =>
    (await sql<{ count: number }[]>`select upvote_count as count from public.tools where id = ${id}`)[0]
      ?.count
  const shownOf = async (by: Client, { id }: { id: string }) =>
    (await by.rpc('list_recommendations', { tool_id: id })).data?.map((one) => one.id).sort()
  const toolOf = async ({ id }: { id: string }) =>
    first(await sql<Tool[]>`select * from public.tools where id = ${id}`)
  async function ask(address: string, at: { url: string } = server): Promise<string> {
    const response = await fetch(at.url + address, { redirect: 'manual' })
    const to = response.headers.get('location')
    return to ? `${response.status} ${new URL(to, at.url).pathname}` : `${response.status}`
  }

  /** Two tools, of which one member recommends both, and one each alone. */
  async function pair(of: Partial<Tool> = {}, to: Partial<Tool> = {}) {
    const [gone, kept] = [await addTool(sql, of), await addTool(sql, to)]
    const [both, left, right] = [await member(server), await member(server), await member(server)]
    const moved = await addUpvote(sql, gone, left)
    const twice = await addUpvote(sql, gone, both)
    const stays = [await addUpvote(sql, kept, both), await addUpvote(sql, kept, right)] as const
    return { gone, kept, both, left, right, moved, twice, stays }
  }

  return { editor, client, merge, undo, undoing, countOf, shownOf, toolOf, ask, pair }
}

export const ids = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort()
