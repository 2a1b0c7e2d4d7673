import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

/** The house rules that a compiler does not hold (docs/architecture.md). */

const ROOT = path.join(import.meta.dirname, '../..')

interface Source {
  /** Path from the root. */
  file: string
  text: string
  /** What it imports: paths from the root for our own, names for packages. */
  imports: string[]
}

function sources(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
      .map((name) => {
        const file = path.join(folder, name)
        const text = readFileSync(path.join(ROOT, file), 'utf8')
        const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
        return { file, text, imports: found.map((target) => resolve(file, target)) }
      }),
  )
}

function resolve(from: string, target: string): string {
  if (target.startsWith('~/')) return `src/${target.slice(2)}`
  return target.startsWith('.') ? path.join(path.dirname(from), target) : target
}

const LAYERS = ['rules', 'lib', 'components', 'features', 'routes']
const layerOf = (file: string) => LAYERS.indexOf(file.split(path.sep)[1] ?? '')
const featureOf = (file: string) => /^src\/features\/([^/]+)/.exec(file)?.[1]

const app = sources('src')

describe('src', () => {
  test('imports go from routes to features to components to lib to rules', () => {
    const wrong = app
      .filter(({ file }) => layerOf(file) >= 0)
      .flatMap(({ file, imports }) =>
        imports.filter((target) => layerOf(target) > layerOf(file)).map((target) => `${file} -> ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('no feature imports another', () => {
    const wrong = app.flatMap(({ file, imports }) =>
      imports
        .filter((target) => featureOf(file) && featureOf(target) && featureOf(target) !== featureOf(file))
        .map((target) => `${file} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('only *-data files write queries for the database', () => {
    const wrong = app
      .filter(
        ({ file, text }) =>
          !/-data\.tsx?$/.test(file) && /\bdb\s*\.(from|rpc)\(/.test(text.replaceAll(/\s+/g, ' ')),
      )
      .map(({ file }) => file)
    expect(wrong).toEqual([])
  })

  test('nothing of the server reaches the browser', () => {
    const wrong = app.filter(({ imports }) => imports.some((target) => /^(server|cli|tests)\//.test(target)))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('a route states its parts and no more', () => {
    const long = app.filter(
      ({ file, text }) => file.startsWith('src/routes/') && text.split('\n').length > 100,
    )
    expect(long.map(({ file }) => file)).toEqual([])
  })
})

test('server and commands take only types and shared rules from the app', () => {
  const allowed = [/^src\/database\.types\.ts$/, /^src\/lib\/environment\.ts$/, /^src\/rules\/[^/]+\.ts$/]
  const wrong = sources('server', 'cli').flatMap(({ file, imports }) =>
    imports
      .filter((target) => target.startsWith('src/') && !allowed.some((pattern) => pattern.test(target)))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

test('commands use the server, the server uses no command', () => {
  const wrong = sources('server').flatMap(({ file, imports }) =>
    imports.filter((target) => target.startsWith('cli/')).map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

/** Attributes that people read or hear. */
const READ_ALOUD = ['aria-label', 'placeholder', 'title', 'alt', 'label', 'hint', 'description']
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const holdsWords = (value: unknown) => typeof value === 'string' && /\p{L}{2}/u.test(value)

/** Words that stand in markup, instead of in messages. */
function wordsInMarkup(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsInMarkup)
  if (!isObject(node)) return []
  if (node.type === 'JSXText' && holdsWords(node.value)) return [String(node.value).trim()]
  if (node.type === 'JSXAttribute' && isObject(node.name) && isObject(node.value))
    if (READ_ALOUD.includes(String(node.name.name)) && holdsWords(node.value.value))
      return [String(node.value.value)]
  return Object.values(node).flatMap(wordsInMarkup)
}

test('texts of the screen stand in messages', () => {
  const wrong = app
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) =>
      wordsInMarkup(parseSync(file, text).program).map((words) => `${file}: ${words}`),
    )
  expect(wrong).toEqual([])
})

test('the product’s name stands in one place: a site may have another', () => {
  const named = app.filter(({ file, text }) => !/\.test\./.test(file) && text.includes('Plaudit'))
  expect(named.map(({ file }) => file)).toEqual(['src/rules/site.ts'])
})
