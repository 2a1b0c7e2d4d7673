import { expect, test } from 'vitest'
import { createRepeatedReads } from './repeated-reads.ts'

/** That the answers are those of lite is held by tests/contract/repeated-reads.test.ts; here, that lite is spared. */

const CALL = { text: 'select * from public.f() as "f"', parameters: [] }
const SETTINGS = { text: "SELECT current_setting('response.status', true) AS status", parameters: [] }
const COUNT = { text: 'select count(*) as __count', parameters: [] }

test.each([
  ['rows', '[{"id":1},{"id":2}]', '0-1/*', [CALL], [{ id: 1 }, { id: 2 }]],
  ['rows of a function', '[{"id":1}]', '0-0/*', [CALL, SETTINGS], [{ id: 1 }]],
  ['the value of a function', '94', '0-0/*', [CALL, SETTINGS], [{ f: 94 }]],
])('%s are asked of lite once', async (_, body, range, statements, rows) => {
  let asked = 0
  const reads = createRepeatedReads({
    ask: async () => {
      asked++
      return { response: new Response(body, { headers: { 'content-range': range } }), statements }
    },
    run: async () => rows,
  })
  for (let time = 1; time <= 3; time++) {
    const answer = await reads.answer(new Request('http://127.0.0.1/rest/v1/rpc/f'))
    expect(await answer.text()).toBe(body)
  }
  expect(asked).toBe(1)
})

test('what cannot be put together from its rows is asked each time, and soon no more tried', async () => {
  let asked = 0
  let run = 0
  const reads = createRepeatedReads({
    ask: async () => {
      asked++
      return { response: new Response('{"id":1,"name":"x"}'), statements: [CALL, COUNT, SETTINGS] }
    },
    run: async () => {
      run++
      return [{ id: 1, name: 'x' }]
    },
  })
  const answer = () => reads.answer(new Request('http://127.0.0.1/rest/v1/rpc/f'))
  for (let time = 1; time <= 5; time++) await answer()
  const tried = run
  for (let time = 1; time <= 5; time++) expect(await (await answer()).text()).toBe('{"id":1,"name":"x"}')
  expect(asked).toBe(10)
  expect(run).toBe(tried)
})
