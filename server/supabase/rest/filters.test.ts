import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readFilter, whereSql } from './filters.ts'
import { arrayLiteral, compile } from './sql.ts'

/** Filters mean what PostgREST's reference says: "Operators", "Logical operators", "Reserved characters". */

/** Texts that look like syntax. */
const TEXTS = [
  ...[
    'true',
    'false',
    'null',
    'unknown',
    'not_null',
    'TRUE',
    '1e3',
    '007',
    '-0',
    '0x1f',
    '{a}',
    '[1]',
    '{"a":1}',
  ],
  ...['a"b', '"quoted"', 'back\\slash', 'a,b', 'a.b', 'a(b)', 'eq.x', '*', '%'].map((name) => `${name} x`),
  ...['"', '\\', "'", 'not.eq.a', 'a:b', 'a::text', 'Ünïcode 🎧'],
]

/** The condition and its parameters, for a parameter of the URL. */
function compiled(name: string, value: string): [string, ...(string | null)[]] {
  const scope = { column: (column: string) => sql.id(column), exists: () => undefined }
  const { text, parameters } = compile(sql`${whereSql(readFilter(name, value).where, scope)}`)
  return [text, ...parameters]
}

test.each(TEXTS)('%j is compared as it is', (text) => {
  const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
  const both = arrayLiteral([text, 'nothing'])
  const cases: [string, string, ReturnType<typeof compiled>][] = [
    ['name', `eq.${text}`, ['"name" = $1', text]],
    ['name', `not.neq.${text}`, ['not ("name" <> $1)', text]],
    ['name', `in.(${quoted},nothing)`, ['"name" = any ($1)', both]],
    ['or', `(name.eq.${quoted},name.eq.nothing)`, ['("name" = $1 or "name" = $2)', text, 'nothing']],
    ['or', `(name.gt.a,name.in.(${quoted},nothing))`, ['("name" > $1 or "name" = any ($2))', 'a', both]],
    [
      'and',
      `(or(name.eq.${quoted}),not.and(name.neq.${quoted},slug.neq.a))`,
      ['(("name" = $1) and not (("name" <> $2 and "slug" <> $3)))', text, text, 'a'],
    ],
  ]
  for (const [name, value, wanted] of cases) expect(compiled(name, value)).toEqual(wanted)
})

test.each([
  ['slug', 'like.*a*', '"slug" like $1', '%a%'],
  ['slug', 'not.ilike.a*', 'not ("slug" ilike $1)', 'a%'],
  ['slug', 'match.^a*$', '"slug" ~ $1', '^a*$'],
  ['slug', 'isdistinct.null', '"slug" is distinct from $1', 'null'],
  ['slug', 'eq(any).{true,x}', '"slug" = any ($1)', '{true,x}'],
  ['slug', 'like(all).{a*,b}', '"slug" like all ($1)', '{a%,b}'],
  ['slug', 'in.(true,null)', '"slug" = any ($1)', '{"true","null"}'],
  ['slug', 'in.()', '"slug" = any ($1)', '{}'],
  ['slug', 'is.null', '"slug" is null'],
  ['slug', 'not.is.null', 'not ("slug" is null)'],
  ['slug', 'is.NOT_NULL', '"slug" is not null'],
  ['slug', 'is.unknown', '"slug" is unknown'],
  ['platforms', 'cs.{web}', '"platforms" @> $1', '{web}'],
  ['name', 'fts(english).a', '"name" @@ to_tsquery($1::regconfig, $2)', 'english', 'a'],
  ['name', 'wfts.a b', '"name" @@ websearch_to_tsquery($1)', 'a b'],
  ['not.or', '(a.eq.1,b.eq.2)', 'not (("a" = $1 or "b" = $2))', '1', '2'],
  ['and', ' ( a.eq.1 , b.eq.{1,2})', '("a" = $1 and "b" = $2)', '1 ', '{1,2}'],
])('%s=%s is %s', (name, value, ...wanted) => {
  expect(compiled(name, value)).toEqual(wanted)
})

test.each([
  ['tools.name', 'eq.a', ['tools']],
  ['tool_categories.tools.or', '(a.eq.1)', ['tool_categories', 'tools']],
  ['tools.not.and', '(a.eq.1)', ['tools']],
])('%s=%s filters the embedded %j', (name, value, path) => {
  expect(readFilter(name, value).path).toEqual(path)
})

test.each([
  ...['eq', '', 'in.a', 'in.(a)b', 'is.nothing', 'like(some).a', 'neq(any).{a}', 'fts(a b).c'].map(
    (value) => ['name', value],
  ),
  ...['__proto__.x', 'constructor.x', 'toString.x', 'x(english).a'].map((value) => ['name', value]),
  ...['()', 'name.eq.a', '(name.eq.a', '(name.eq.a)b', '(name)', '(or', `${'(or'.repeat(500)}`].map(
    (value) => ['or', value],
  ),
  ...['a b', 'a-b', '', 'a..b', "a'"].map((name) => [name, 'eq.x']),
] as [string, string][])('%j=%.20j is refused', (name, value) => {
  expect(() => readFilter(name, value)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
})
