import type postgres from 'postgres'
import type { Row } from './scale-rows.ts'
import { query, type Scene, stated } from './scale-scene.ts'

/** What is counted of visits (decision 193). */

/** A year in which a twentieth of the tools is opened every day, and two hundred words are searched. */
export const addNumbers = (sql: postgres.Sql) =>
  sql`
    insert into private.daily_counts (kind, day, subject, n)
    select 'tool', current_date - ago, t.id::text, 1 + ago % 7
    from generate_series(0, 364) ago
    join (select id, row_number() over (order by id) as n from public.tools) t on t.n % 20 = ago % 20
    union all
    select kind, current_date - ago, 'word ' || n || ' ' || ago % 3, 3
    from generate_series(0, 364) ago, generate_series(1, 200) n, unnest(array['search', 'referrer']) kind
    union all
    select 'page', current_date - ago, kind, 1000
    from generate_series(0, 364) ago, unnest(array['home', 'tool', 'search']) kind`

export const NUMBERS: readonly Row[] = [
  ...['30', '365'].flatMap((days) =>
    ['list_daily_numbers', 'list_top_numbers'].map((name) => ({
      name: `numbers of ${days} days, ${name === 'list_top_numbers' ? 'the most frequent' : 'by day'}`,
      ask: (s: Scene) => query(s, name, { days }, s.admin),
    })),
  ),
  { name: 'numbers of a tool', ask: (s) => query(s, 'get_tool_numbers', { tool_id: s.popularId }, s.admin) },
  {
    name: 'numbers, a flush of a thousand tools and words',
    ask: (s) =>
      stated(
        s,
        `select private.add_counts((
          select jsonb_agg(jsonb_build_object('kind', kind, 'day', current_date, 'subject', kind || '-' || n, 'n', 1))
          from unnest(array['tool', 'search']) kind, generate_series(1, 1000) n))`,
      ),
  },
]
