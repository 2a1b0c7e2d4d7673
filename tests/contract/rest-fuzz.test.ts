import fc from 'fast-check'
import { expect, test } from 'vitest'
import { administrator, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool } from './rows.ts'

/** Hundreds of generated malformed reads and writes: no request to /rest/v1 is answered with a 5xx. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)
await addTool(server.sql)

const words = (text: string) => fc.constantFrom(...text.split(' '))

const table = words('tools categories tool_categories profiles tool_upvotes nothing')
const call = words('list_tools search_catalogue list_audit_log save_tool close_alert').map(
  (fn) => `rpc/${fn}`,
)
const name = fc.oneof(
  words(
    'id name slug featured created_at upvote_count logo category_id reason tools categories profiles username',
  ),
  words(
    'sort category_ids skip kinds query tool_id __proto__ constructor toString * "id" " a.b not or and count',
  ),
)
const unusual = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  words('( ) (( )) , . .. ! :: : -> ->> { } " \\ % \''),
  words('null true 1e999 -1 99999999999999999999 NaN infinity now {} [] {{'),
)
const type = words('text int regclass xml date void record bit money inet')
const operator = fc.oneof(
  words('eq neq gt like ilike match imatch in is isdistinct cs cd ov sl adj fts wfts phfts x'),
  words('fts(english) fts(x) like(any) eq(all) not.eq not.in'),
)
const piece = fc.oneof(
  name,
  unusual,
  fc.tuple(name, type).map(([column, as]) => `${column}::${as}`),
  fc.tuple(name, name).map(([one, other]) => `${one}(${other})`),
  fc.tuple(name, name).map(([one, other]) => `${one}!${other}(id)`),
  fc.tuple(operator, unusual).map(([how, value]) => `${how}.${value}`),
  fc.tuple(name, operator, unusual).map(([column, how, value]) => `${column}.${how}.${value}`),
  fc.tuple(name, operator, unusual).map(([column, how, value]) => `(${column}.${how}.(${value}))`),
)
const value = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join()),
)
const key = fc.oneof(
  words('select order limit offset columns on_conflict or and not.or'),
  words('select order tools.order categories.limit categories.name tools.or'),
  name,
  unusual,
)
const query = fc
  .array(fc.tuple(key, value), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'))
const path = fc.tuple(fc.oneof(table, call, unusual.map(encodeURIComponent)), query)
const headers = fc.record(
  {
    prefer: words(
      'return=representation missing=default count=exact resolution=merge-duplicates tx=rollback x',
    ),
    accept: words(
      'application/vnd.pgrst.object+json text/csv text/plain application/vnd.pgrst.plan x */*;q=0',
    ),
    range: words('0-0 5-1 -5 x 0-99999999999999999999'),
    'content-type': words('application/json text/csv application/x-www-form-urlencoded x'),
    'accept-profile': words('public private auth'),
    'content-profile': words('public private'),
  },
  { requiredKeys: [] },
)
const field = fc.oneof(unusual, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, 0, 1, true, '', [], {}))
const row = fc.dictionary(name, field, { maxKeys: 5 })
const json = fc.oneof(row, fc.array(row, { maxLength: 3 }), field).map((each) => JSON.stringify(each))
const body = fc.oneof({ weight: 5, arbitrary: json }, { weight: 1, arbitrary: unusual })

/** As a visitor and as an administrator, who may write. */
async function ask([to, search]: [string, string], init: RequestInit): Promise<void> {
  for (const token of [undefined, admin.accessToken]) {
    const response = await raw(server, `/rest/v1/${to}?${search}`, init, token)
    const text = await response.text()
    if (response.status >= 500) expect.fail(`${response.status} ${text}`)
  }
}

test('reading', async () => {
  const method = words('GET HEAD OPTIONS')
  const property = fc.asyncProperty(method, path, headers, (how, to, sent) =>
    ask(to, { method: how, headers: sent }),
  )
  await fc.assert(property)
})

test('writing', async () => {
  const method = words('POST PATCH PUT DELETE')
  const property = fc.asyncProperty(method, path, headers, body, (how, to, sent, text) =>
    ask(to, { method: how, headers: sent, body: text }),
  )
  await fc.assert(property)
})
