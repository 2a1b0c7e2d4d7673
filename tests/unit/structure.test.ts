import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { DEFAULT_WORDS } from '#shared/words.ts'

/** Structural rules that the compiler does not enforce (docs/architecture.md). */

const ROOT = path.join(import.meta.dirname, '../..')

interface Source {
  /** Path from the root. */
  file: string
  text: string
  /** Its imports: our own as paths from the root, packages as names. */
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
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? path.join(path.dirname(from), target) : target
}

const LAYERS = ['lib', 'components', 'features', 'routes']
const layerOf = (file: string) => LAYERS.indexOf(file.split(path.sep)[1] ?? '')
const featureOf = (file: string) => /^src\/features\/([^/]+)/.exec(file)?.[1]

const app = sources('src')
const shared = sources('shared')

describe('src', () => {
  test('imports go from routes to features to components to lib', () => {
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

  test('a part that cannot be downloaded never takes its page with it, except where it is the page', () => {
    const own = app.filter(({ text }) => /\blazy\(/.test(text))
    expect(own.map(({ file }) => file).sort()).toEqual(['src/components/lazy-part.tsx', 'src/router.tsx'])
  })

  test('only *-data files query the database', () => {
    const wrong = app
      .filter(
        ({ file, text }) =>
          !/-data\.tsx?$/.test(file) && /\bdb\s*\.(from|rpc)\(/.test(text.replaceAll(/\s+/g, ' ')),
      )
      .map(({ file }) => file)
    expect(wrong).toEqual([])
  })

  test('the browser imports nothing of the server', () => {
    const wrong = app.filter(({ imports }) => imports.some((target) => /^(server|cli|tests)\//.test(target)))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('a route only declares its parts', () => {
    const long = app.filter(
      ({ file, text }) => file.startsWith('src/routes/') && text.split('\n').length > 100,
    )
    expect(long.map(({ file }) => file)).toEqual([])
  })
})

/** The rooms each room may import besides itself; server and command line import nothing of the browser's code. */
const ROOMS: Record<string, readonly string[]> = {
  shared: [],
  'server/lib': ['shared'],
  'server/images': ['server/lib', 'scripts'],
  'server/host': ['server/lib', 'shared'],
  'server/supabase': ['server/lib', 'shared', 'server/images', 'server/host/database'],
  'server/product': ['server/lib', 'shared', 'server/images', 'server/host', 'server/supabase'],
  'server/http': [
    'server/lib',
    'shared',
    'server/images',
    'server/host',
    'server/supabase',
    'server/product',
  ],
  server: ['shared'],
  cli: ['shared', 'server'],
}
const isIn = (target: string, room: string) => target === room || target.startsWith(`${room}/`)
const isOurs = (target: string) => /^(shared|server|cli|src|scripts|tests|bench)\//.test(target)

test('rooms import only rooms below them', () => {
  const wrong = sources('shared', 'server', 'cli')
    .filter(({ file }) => !file.includes('.test.'))
    .flatMap(({ file, imports }) => {
      const room = Object.keys(ROOMS).find((name) => isIn(file, name)) ?? ''
      const allowed = [room, ...(ROOMS[room] ?? [])]
      return imports
        .filter((target) => isOurs(target) && !allowed.some((name) => isIn(target, name)))
        .map((target) => `${file} -> ${target}`)
    })
  expect(wrong).toEqual([])
})

/** Attributes with text for people, and those without. */
const READ_ATTRIBUTES = /^(aria-label|placeholder|title|alt|label|hint|description)$/
const UNREAD_ATTRIBUTES = /^(className|\w+Class|rel|search)$/
/** Functions whose texts only the browser, the database or developers read. */
const UNREAD_CALLS = /^(Error|TypeError|logError|select|closest|querySelector|querySelectorAll|matchMedia)$/
/** Language-independent texts: schema.org and HTTP terms, proper names, texts of the service and of the log. */
const NO_TEXTS = [
  ...[
    'Offer',
    'Organization',
    'Person',
    'Authorization',
    'Internal Server Error',
    'Instagram',
    'Plaudit',
    'Your account',
  ],
  ...['No mail was sent', 'Nobody was signed in', 'The account was not made', 'The password was not reset'],
]
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const nameOf = (node: unknown): string =>
  isObject(node) ? String(isObject(node.property) ? node.property.name : node.name) : ''

/** A capitalised word, or several words that are not class names, columns or URLs. */
function isText(value: string): boolean {
  const words = value.trim().split(/\s+/)
  const isWord = (word: string) => /^[“"'(]?(\p{L}[\p{L}'’]*|…)[.,;:!?…)”"']*$/u.test(word)
  if (words.length === 1) return /^\p{Lu}\p{Ll}+[.!?…]*$/u.test(value)
  const isQuery = /^[([@]|^\w+, \w+(,|$)/.test(value)
  return !isQuery && /\p{L}{2}/u.test(value) && words.filter(isWord).length > words.length / 2
}

/** Texts in code instead of messages. In content of markup every word is one, except in arguments of calls. */
function textsInCode(node: unknown, isContent = false): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => textsInCode(one, isContent))
  if (!isObject(node)) return []
  const type = String(node.type)
  if (type === 'JSXElement' || type === 'JSXFragment')
    return [...textsInCode(node.openingElement), ...textsInCode(node.children, true)]
  if (type === 'CallExpression') isContent = false
  if (type.startsWith('TSType') || type === 'TSIndexedAccessType' || type === 'ImportDeclaration') return []
  if (type === 'SwitchCase') return textsInCode(node.consequent)
  if (type === 'Property') return textsInCode(node.value, isContent)
  if (type === 'BinaryExpression' && node.operator !== '+') return []
  if (type === 'CallExpression' || type === 'NewExpression')
    if (UNREAD_CALLS.test(nameOf(node.callee))) return textsInCode(node.callee)
  if (type === 'JSXAttribute' && UNREAD_ATTRIBUTES.test(nameOf(node.name))) return []
  if (type === 'JSXAttribute' && READ_ATTRIBUTES.test(nameOf(node.name)) && isObject(node.value))
    if (typeof node.value.value === 'string')
      return /\p{L}{2}/u.test(node.value.value) ? [node.value.value] : []
  if (type === 'JSXText') return /\p{L}{2}/u.test(String(node.value)) ? [String(node.value).trim()] : []
  const text =
    type === 'TemplateLiteral' && Array.isArray(node.quasis)
      ? node.quasis.map((quasi) => quasi.value.raw).join(' ')
      : node.value
  const isRead = (value: string) => (isContent ? /\p{L}{2}/u.test(value) : isText(value))
  const found = typeof text === 'string' && isRead(text) && !NO_TEXTS.includes(text) ? [text] : []
  return [...found, ...Object.values(node).flatMap((one) => textsInCode(one, isContent))]
}

/** The specification's words in all their forms, which every page has. */
const SITE_WORDS: readonly string[] = Object.values(DEFAULT_WORDS)

test('texts of the screen are in messages', () => {
  const wrong = [...app, ...shared]
    .filter(({ file }) => !/\.test\.|^src\/database\.types/.test(file))
    .flatMap(({ file, text }) =>
      textsInCode(parseSync(file, text).program)
        .filter((words) => !SITE_WORDS.includes(words))
        .map((words) => `${file}: ${words}`),
    )
  expect(wrong).toEqual([])
})

test('the product’s name is in one place, because a site may have another', () => {
  const named = [...app, ...shared].filter(
    ({ file, text }) => !/\.test\./.test(file) && text.includes('Plaudit'),
  )
  expect(named.map(({ file }) => file)).toEqual(['shared/site.ts'])
})
