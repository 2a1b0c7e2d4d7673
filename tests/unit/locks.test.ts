import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LOCKS, SQL_LOCKS } from '../../server/host/database/locks.ts'

/** Two uses of one advisory lock would block each other or reveal each other. */

const ROOT = path.join(import.meta.dirname, '../..')

const filesIn = (folder: string, ending: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, folder, file), 'utf8') }))

/** The arguments of every advisory lock call, up to the next comma or bracket. */
const ARGUMENTS = /pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock(?:_shared|_all)?\(\s*(.*)$/gm

test('every number is in the list once', () => {
  const numbers: number[] = Object.values(LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(new Set<string>(SQL_LOCKS).size).toBe(SQL_LOCKS.length)
})

test('the code takes only locks of the list', () => {
  const taken = [...filesIn('server', '.ts'), ...filesIn('cli', '.ts')].flatMap(({ text }) =>
    [...text.matchAll(ARGUMENTS)].map(([, argument]) => argument),
  )
  expect(taken.length).toBeGreaterThan(0)
  for (const argument of taken) expect(argument).toMatch(/^\$\{LOCKS(?:\.\w+|\[name\])\}\)/)
})

test('the schema takes only locks of the list', () => {
  const taken = filesIn('supabase', '.sql').flatMap(({ file, text }) =>
    [...text.matchAll(ARGUMENTS)].map(([, argument = '']) => ({
      file,
      name: /^hashtextextended\('([^']+)'(?: \|\|[^,]+)?, 0\)\)/.exec(argument)?.[1],
    })),
  )
  expect(taken.length).toBeGreaterThan(0)
  for (const { file, name } of taken) expect(SQL_LOCKS, file).toContain(name)
  expect(new Set(taken.map(({ name }) => name))).toEqual(new Set(SQL_LOCKS))
})
