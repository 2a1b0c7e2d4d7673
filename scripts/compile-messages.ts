import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule, { type StringStructure } from '@messageformat/core/lib/compile-module.js'
import { parse, type Token } from '@messageformat/parser'
import { type ESTree, parseSync } from 'vite'
import { DEFAULT_WORDS } from '../shared/words.ts'

/**
 * Compiles languages/<language>/messages.json, texts in ICU MessageFormat, to modules of constants and functions: one for
 * each room of texts, in dist/messages/<language>. Code imports them as '#messages/<room>.js'.
 */

/** A text, or texts by name or place. */
type Texts = string | { [name: string]: Texts } | Texts[]
type Rooms = Record<string, Record<string, Texts>>

const SOURCE = 'en'
const WORDS = Object.keys(DEFAULT_WORDS)
const ROOT = path.dirname(import.meta.dirname)

/**
 * Compiles every language; returns the files that changed. Others are not written, so that nothing reloads them. Throws an
 * error that lists what is missing, superfluous or malformed.
 */
export function compileMessages(): string[] {
  const changed: string[] = []
  const write = (file: string, text: string) => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return
    writeFileSync(file, text)
    changed.push(file)
  }

  const folder = path.join(ROOT, 'languages')
  const languages = new Map<string, Rooms>(
    readdirSync(folder).map((language) => [
      language,
      JSON.parse(readFileSync(path.join(folder, language, 'messages.json'), 'utf8')),
    ]),
  )
  const source = languages.get(SOURCE) ?? {}
  const faults = [...languages].flatMap(([language, rooms]) =>
    differences(source, rooms).map((fault) => `languages/${language}/messages.json: ${fault}`),
  )
  if (faults.length > 0) throw new Error(faults.join('\n'))
  for (const [language, rooms] of languages) {
    const out = path.join(ROOT, 'dist/messages', language)
    mkdirSync(out, { recursive: true })
    const { code, dateLocale = '' } = rooms.language ?? {}
    if (code !== language)
      throw new Error(`languages/${language}/messages.json: language.code must be ${language}`)
    const locale = String(dateLocale)
    write(
      path.join(out, 'date-locale.js'),
      `export { ${locale.replace('-', '')} as locale } from 'date-fns/locale/${locale}'\n`,
    )
    for (const [room, texts] of Object.entries(rooms)) {
      write(path.join(out, `${room}.js`), moduleOf(language, texts, source[room] ?? texts))
      if (language === SOURCE) write(path.join(out, `${room}.d.ts`), typesOf(texts))
    }
    if (language === SOURCE)
      write(path.join(out, 'date-locale.d.ts'), "export declare const locale: import('date-fns').Locale\n")
  }
  return changed
}

/** Lists as objects with numbers as names, which is what the compiler takes. */
const structureOf = (texts: Exclude<Texts, string>): StringStructure =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? text : structureOf(text)]),
  )

/** Named exports, so that constants are inlined where they are used and the names of functions are shortened. */
function moduleOf(language: string, texts: Record<string, Texts>, source: Texts): string {
  const code = compileModule(new MessageFormat(language), structureOf(texts))
  const cut = (node: ESTree.Node) => code.slice(node.start, node.end)
  return parseSync('messages.js', code)
    .program.body.map((node) => {
      if (node.type !== 'ExportDefaultDeclaration' || node.declaration.type !== 'ObjectExpression')
        return cut(node)
      return propertiesOf(node.declaration)
        .map(
          ({ key, value }) => `export const ${cut(key)} = ${textOrFunction(value, partOf(source, cut(key)))}`,
        )
        .join('\n')
    })
    .join('\n')

  /** Where the source has no arguments, the text instead of a function that returns it. */
  function textOrFunction(node: ESTree.Node, original: Texts): string {
    if (node.type === 'ArrowFunctionExpression')
      return typeof original === 'string' && argumentsOf(original).size === 0 ? cut(node.body) : cut(node)
    if (node.type !== 'ObjectExpression') return cut(node)
    const parts = propertiesOf(node).map(({ key, value }) => {
      const name = cut(key)
      return { name, text: textOrFunction(value, partOf(original, name)) }
    })
    return Array.isArray(original)
      ? `[${parts.map(({ text }) => text).join(', ')}]`
      : `{ ${parts.map(({ name, text }) => `${name}: ${text}`).join(', ')} }`
  }
}

/** `name` as it is written in code: perhaps quoted. */
const partOf = (texts: Texts, name: string): Texts =>
  typeof texts === 'string' ? texts : (new Map(Object.entries(texts)).get(name.replaceAll('"', '')) ?? '')

const propertiesOf = ({ properties }: ESTree.ObjectExpression) =>
  properties.filter((property) => property.type === 'Property')

const typesOf = (texts: Record<string, Texts>): string =>
  Object.entries(texts)
    .map(([key, text]) => `export declare const ${key}: ${typeOf(text)}\n`)
    .join('')

function typeOf(text: Texts): string {
  if (Array.isArray(text)) return `readonly [${text.map(typeOf).join(', ')}]`
  if (typeof text === 'object')
    return `{ ${Object.entries(text)
      .map(([key, each]) => `readonly '${key}': ${typeOf(each)}`)
      .join('; ')} }`
  const fields = [...argumentsOf(text)].map(([name, type]) => `${name}: ${type}`)
  return fields.length === 0 ? 'string' : `(d: { ${fields.join('; ')} }) => string`
}

/** The arguments of a text, with their types. */
function argumentsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (tokens: Token[]) => {
    for (const token of tokens) {
      if (!('arg' in token)) continue
      const type =
        token.type === 'argument'
          ? 'string | number'
          : token.type === 'select'
            ? 'string | boolean'
            : 'number'
      if (found.get(token.arg) !== 'number') found.set(token.arg, type)
      if ('cases' in token) for (const { tokens: inner } of token.cases) visit(inner)
    }
  }
  visit(parse(text))
  return found
}

/** What a language lacks, has too much, or names otherwise than the source. */
export function differences(source: Texts, texts: Texts, at = ''): string[] {
  if (typeof source === 'string' && typeof texts === 'string') {
    const known = argumentsOf(source)
    // A text that is given the words of the site is given all their forms.
    const hasWords = WORDS.some((name) => known.has(name))
    const unknown = [...argumentsOf(texts).keys()].filter(
      (name) => !known.has(name) && !(hasWords && WORDS.includes(name)),
    )
    return unknown.length > 0 ? [`${at} names ${unknown.join(', ')}, which it is not given`] : []
  }
  if (typeof source === 'string' || typeof texts === 'string') return [`${at} has another shape`]
  const [wanted, given] = [new Map(Object.entries(source)), new Map(Object.entries(texts))]
  return [...new Set([...wanted.keys(), ...given.keys()])].flatMap((key) => {
    const name = at ? `${at}.${key}` : key
    const [one, other] = [wanted.get(key), given.get(key)]
    if (other === undefined) return [`${name} is missing`]
    return one === undefined ? [`${name} is superfluous`] : differences(one, other, name)
  })
}

if (process.argv[1] === import.meta.filename)
  try {
    compileMessages()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
