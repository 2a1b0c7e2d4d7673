import { decodeHTMLStrict } from 'entities'
import { Lexer, type Token, Tokenizer } from 'marked'
import { type TextKind, withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'

/**
 * Cleans the texts of an import: trimmed, without hidden characters (docs/decisions/051). Texts of our own exports are
 * otherwise unchanged; those of other catalogues become plain text: HTML entities decoded, tags and markdown removed,
 * white space collapsed.
 *
 * Every function here is idempotent: the rules run until nothing changes, because removing something may reveal more
 * markup, and doubly encoded text must come out clean too.
 */

/** One or several paragraphs, as one line of text. */
export function plainParagraph(text: string): string {
  return untilStable(text, (value) => {
    const lines = stripTags(decodeEntities(value)).replace(LINE_MARKERS, '')
    return tidy(textOf(new Lexer({ gfm: true, tokenizer: new FlatTokenizer() }).lex(lines)))
  })
}

/** A name or a label: only inline markdown applies, so that "1. FC" or "# 1" stay. */
export function plainLabel(text: string): string {
  return untilStable(text, (value) => tidy(textOf(Lexer.lexInline(stripTags(decodeEntities(value))))))
}

/** A URL: entities decoded and invisible characters removed, nothing else. */
export function plainAddress(text: string): string {
  return untilStable(text, (value) => keepable(decodeEntities(value).replace(LAYOUT, ''), 'line'))
}

/** A single-line text of our own exports. */
export const exactLine = (text: string) =>
  untilStable(text.replace(/[\t\n\r\u2028\u2029]+/g, ' '), (value) => keepable(value, 'line'))

/** A multi-line text of our own exports. */
export const exactLines = (text: string) => untilStable(text, (value) => keepable(value, 'lines'))

const keepable = (text: string, kind: TextKind) => withoutHiddenCharacters(text.toWellFormed(), kind).trim()

/**
 * Decodes HTML entities that end with a semicolon: the lenient rule of browsers would turn "?a=1&copy=2" into a
 * copyright sign.
 */
export function decodeEntities(text: string): string {
  // An ampersand may be encoded many times over.
  return decodeHTMLStrict(text.replace(/&(?:amp;)+/g, '&'))
}

/** No real catalogue nests markup more often. */
const MAX_ROUNDS = 50

/** A text made to keep the parser busy becomes empty, which the row's rules refuse. */
function untilStable(text: string, step: (value: string) => string): string {
  let current = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = step(current)
    if (next === current) return current
    current = next
  }
  return ''
}

// Inline tags leave nothing behind; the others separate words. Names that are not HTML stay: "List<T>" and "<your
// idea>" are text.
const INLINE_TAG = tagPattern(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q ruby s samp small span strike ' +
    'strong sub sup time tt u var wbr',
)
const BLOCK_TAG = tagPattern(
  'address article aside audio blockquote body br button canvas caption center dd details div dl dt embed ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend ' +
    'li link main meta nav noscript object ol option p picture pre script section select source style summary ' +
    'svg table tbody td template textarea tfoot th thead title tr track ul video',
)
const HIDDEN_ELEMENT = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi

function tagPattern(names: string): RegExp {
  return new RegExp(`</?(?:${names.replaceAll(' ', '|')})(?:\\s[^<>]*)?/?>`, 'gi')
}

function stripTags(text: string): string {
  return text.replace(HIDDEN_ELEMENT, ' ').replace(BLOCK_TAG, ' ').replace(INLINE_TAG, '')
}

// Indentation, quotation marks, bullets and check boxes at the start of a line. Numbers stay: one at the start of a
// line may be a year.
const LINE_MARKERS = /^(?:[^\S\n]|>|[-*+][^\S\n]|\[[ xX]\][^\S\n])+/gm

/** Leaves out nested blocks, whose recursive parser overflows the stack on ">>>>...". */
class FlatTokenizer extends Tokenizer {
  override blockquote(): undefined {}
  override list(): undefined {}
}

/** The text of markdown tokens. Blocks are separated by a space, inline tokens are not. */
function textOf(tokens: Token[]): string {
  return tokens.map(wordsOf).join('')
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'br':
    case 'hr':
      return ' '
    case 'def':
      return ''
    case 'code':
      return ` ${token.text} `
    case 'codespan':
    case 'escape':
    case 'image':
      return token.text
    case 'html':
      // Not an HTML tag, or stripTags would have removed it: text.
      return token.raw
    case 'table':
      return `${[...token.header, ...token.rows.flat()].map((cell) => ` ${textOf(cell.tokens)}`).join('')} `
    case 'paragraph':
    case 'heading':
      return ` ${textOf(token.tokens ?? [])} `
    default:
      return 'tokens' in token && token.tokens ? textOf(token.tokens) : token.raw
  }
}

/** Soft hyphens and zero-width spaces belong to a layout that is gone. */
const LAYOUT = /[\u00AD\u200B]/gu

const tidy = (text: string) => keepable(text.replace(/\s+/g, ' ').replace(LAYOUT, ''), 'line')
