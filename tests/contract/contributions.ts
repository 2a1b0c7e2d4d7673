import type { Database } from '../../src/database.types.ts'
import type { Client, Person } from '../support/actors.ts'

/** What members send in, for tests. */

type Functions = Database['public']['Functions']
type Sent = Partial<Functions['save_contribution']['Args']>

let number = 0

/** A tool as a member proposes it, with an address of its own. */
export const proposal = (changed: Record<string, unknown> = {}) => ({
  name: 'Sent In',
  short_description: 'Does one thing well.',
  website_url: `https://sent-in-${number++}.example/`,
  ...JSON.parse(JSON.stringify(changed)),
})

/** Sends something in and returns its id: a submission unless another kind is wanted. */
export async function sendIn(by: Person, sent: Sent = {}): Promise<string> {
  const call = { kind: 'submission', proposed: proposal(), ...sent }
  const { data, error } = await by.client.rpc('save_contribution', call)
  if (error) throw new Error(error.message)
  return data
}

export interface Card {
  id: string
  kind: string
  state: string
  version: number
  tool: { id: string; name: string; slug: string; updated_at: string } | null
  [field: string]: unknown
}
export interface Outcome {
  id: string
  outcome: string
  message?: string
  card?: Card | null
}

/** The cards of the queue. */
export async function queueOf(client: Client, wanted: Functions['list_contributions']['Args'] = {}) {
  const { data, error } = await client.rpc('list_contributions', { page_size: 100, ...wanted })
  if (error) throw new Error(error.message)
  const page: { cards: Card[]; more: boolean; waiting: number } = JSON.parse(JSON.stringify(data))
  return page
}

export async function cardOf(client: Client, id: string, filter = 'waiting'): Promise<Card> {
  const card = (await queueOf(client, { filter })).cards.find((each) => each.id === id)
  if (!card) throw new Error('it is not in the queue')
  return card
}

/** How a decision names what it saw. */
export const seenOf = ({ id, version, tool }: Card) => ({
  id,
  seen: version,
  tool_seen: tool?.updated_at ?? null,
})

const outcomes = (data: unknown): Outcome[] => JSON.parse(JSON.stringify(data))

export async function decide(client: Client, decision: string, cases: object[], reason?: string) {
  const call = { cases: JSON.parse(JSON.stringify(cases)), decision, ...(reason !== undefined && { reason }) }
  const { data, error } = await client.rpc('decide_contributions', call)
  if (error) throw new Error(error.message)
  return outcomes(data)
}

/** Decides one as its card is now. */
export async function decideOne(client: Client, id: string, decision: string, values?: object) {
  const [outcome] = await decide(client, decision, [{ ...seenOf(await cardOf(client, id)), values }])
  if (!outcome) throw new Error('there is an answer for each')
  return outcome
}

export async function undo(client: Client, ids: string[]): Promise<Outcome[]> {
  const { data, error } = await client.rpc('undo_contributions', { contribution_ids: ids })
  if (error) throw new Error(error.message)
  return outcomes(data)
}
