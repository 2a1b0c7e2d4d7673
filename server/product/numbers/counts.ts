import type postgres from 'postgres'
import { isDatabaseAway } from '../../host/database/errors.ts'
import type { Report } from '../../lib/errors.ts'
import { repeatedly } from '../../lib/repeatedly.ts'

/** What is counted, as in private.daily_counts. */
type CountKind = 'page' | 'tool' | 'category' | 'click' | 'search' | 'nothing' | 'referrer' | 'event'

interface Options {
  sql: postgres.Sql
  /** Whether the owner has visits counted. */
  isWanted(): Promise<boolean>
  report: Report
}

const FLUSH_MS = 5000
const DAY_MS = 24 * 60 * 60 * 1000

/** Of a kind, between two flushes: whoever makes up more cannot fill the memory. Further ones count as others, ''. */
const MAX_SUBJECTS = 5000

/** By day since 1970 and kind: how often each subject was counted. */
type Batch = Map<string, Map<string, number>>

/** Counts in memory, added to the database every few seconds and when the process ends. */
export function startCounts({ sql, isWanted, report }: Options) {
  let isOn = true
  let batch: Batch = new Map()

  function put(key: string, subject: string, n: number): void {
    const subjects = batch.get(key) ?? new Map<string, number>()
    batch.set(key, subjects)
    const known = subjects.get(subject)
    if (known === undefined && subjects.size >= MAX_SUBJECTS) subjects.set('', (subjects.get('') ?? 0) + n)
    else subjects.set(subject, (known ?? 0) + n)
  }

  async function flush(): Promise<void> {
    isOn = await isWanted()
    if (batch.size === 0) return
    const taken = batch
    batch = new Map()
    try {
      await sql`select private.add_counts(${JSON.stringify(rowsOf(taken))}::text::jsonb)`
    } catch (error) {
      for (const [key, subjects] of taken) for (const [subject, n] of subjects) put(key, subject, n)
      if (!isDatabaseAway(error)) report('visits could not be counted', error)
    }
  }

  const flushing = repeatedly(FLUSH_MS, flush)

  return {
    /** False while the owner has nothing counted: nobody needs to look at the request. */
    get isOn() {
      return isOn
    },
    add: (kind: CountKind, subject: string) => put(`${Math.floor(Date.now() / DAY_MS)} ${kind}`, subject, 1),
    close: () => flushing.stop().then(flush),
  }
}

const rowsOf = (batch: Batch) =>
  [...batch].flatMap(([key, subjects]) => {
    const [day, kind] = key.split(' ')
    const date = new Date(Number(day) * DAY_MS).toISOString().slice(0, 10)
    return [...subjects].map(([subject, n]) => ({ kind, day: date, subject, n }))
  })
