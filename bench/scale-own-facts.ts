import type { FactSetting } from '#shared/own-facts.ts'
import type { Row } from './scale-rows.ts'
import { query, type Scene } from './scale-scene.ts'

/** Lists and counts of a site with twenty facts of its own that filter (decision 130). */

const options = Array.from({ length: 6 }, (_, n) => ({ value: `v${n}`, label: `Value ${n}` }))
const FACTS: FactSetting[] = Array.from({ length: 20 }, (_, n) => ({
  ...{ key: `f${n}`, label: `Fact ${n}`, filters: true, compares: true, on_card: n < 3 },
  ...(n % 5 === 4 ? { kind: 'answer' } : { kind: n % 2 ? 'choices' : 'choice', options }),
}))

/** Of seven tools in ten: the first choice most often, the last hardly ever. */
const exampleOf = ({ key, kind }: FactSetting, n: number): string => {
  const choice = `'v' || least(5, (7.0 / (1 + (hashtext('${n} ' || slug) & 63)))::int)`
  const known = `(hashtext(slug || ' ${n}') & 1023) < 700`
  const value = {
    choice,
    choices: `to_jsonb(array[${choice}])`,
    answer: `(hashtext('${n} ' || slug) & 3) = 0`,
  }
  return `'${key}', case when ${known} then to_jsonb(${Reflect.get(value, kind ?? '')}) end`
}

/** Fills the facts of all tools, then writes the setting; returns the milliseconds of the latter. */
async function addFacts({ server: { sql } }: Scene): Promise<number> {
  await sql.unsafe(`
    alter table public.tools disable trigger user;
    update public.tools set own_facts = jsonb_strip_nulls(jsonb_build_object(${FACTS.map(exampleOf).join()}));
    alter table public.tools enable trigger user`)
  const started = performance.now()
  await sql`select private.write_site_settings(${JSON.stringify({ facts: FACTS })}::text::jsonb, null, null)`
  const taken = performance.now() - started
  await sql.unsafe('vacuum analyze private.tool_codes, private.code_sets')
  return taken
}

const CHOSEN: Record<string, string> = {
  nothing: '{}',
  one: '{f0.v0}',
  three: '{f0.v0,f1.v0,f4.yes}',
  'what is unknown': '{f0.v0,f0.unknown,f2.unknown}',
  rare: '{f0.v5,f2.v5,f6.v5}',
}

export const OWN_FACTS: Row[] = [
  { name: 'twenty own facts, the setting is published', tries: 1, ask: addFacts },
  ...Object.entries(CHOSEN).flatMap(([what, facts]) =>
    [0, 1].flatMap((chosen): Row[] => {
      const category_ids = (s: Scene) => `{${s.categoryIds.slice(0, chosen)}}`
      const of = `${what} of twenty own facts, ${chosen} categories`
      return [
        ...['newest', 'trending'].map((sort) => ({
          name: `list by ${sort}, ${of}`,
          ask: (s: Scene) => query(s, 'list_tools', { sort, category_ids: category_ids(s), facts }),
        })),
        {
          name: `numbers beside facets, ${of}`,
          ask: (s: Scene) => query(s, 'count_facets', { category_ids: category_ids(s), facts }),
        },
        {
          name: `numbers beside categories, ${of}`,
          ask: (s: Scene) => query(s, 'count_categories', { selected: category_ids(s), facts }),
        },
      ]
    }),
  ),
]
