import { Lexer, type MarkedToken, type Token, Tokenizer } from 'marked'
import { isWebAddress } from '#shared/catalogue-rules.ts'
import { withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'

/** The elements of a parsed Markdown text. */
type Block = `h${2 | 3 | 4 | 5 | 6}` | 'p' | 'blockquote' | 'pre' | 'ul' | 'ol' | 'li' | 'hr'
type InTable = 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td'
type MarkdownTag = Block | InTable | 'code' | 'br' | 'em' | 'strong' | 'del' | 'a'

type MarkdownElement = { tag: MarkdownTag; content: MarkdownNode[]; href?: string; start?: number }
export type MarkdownNode = string | MarkdownElement

/** Options per kind of text: the elements of heading levels, and whether internal links are allowed. */
type Reading = { headings: readonly MarkdownTag[]; within: boolean }

/** For a tool: headings start below those of the page. */
const DETAILS: Reading = { headings: ['h3', 'h4', 'h5'], within: false }

/** For the owner's documents: sections of the page, and internal links. */
export const DOCUMENT: Reading = { headings: ['h2', 'h2', 'h3', 'h4', 'h5'], within: true }

/**
 * Parses Markdown into a tree of the few elements that are shown. No HTML is created, so none has to be sanitised. HTML
 * in the text is dropped; of an image its description stays.
 */
export function readMarkdown(markdown: string, reading = DETAILS): MarkdownNode[] {
  if ((markdown.match(MARKS)?.length ?? 0) > MOST_MARKS)
    return markdown.split(/\n{2,}/).map((part) => element('p', [part]))
  return readTokens(new Lexer({ gfm: true, tokenizer: new ShallowTokenizer() }).lex(markdown), reading)
}

/** A text with more marks is not genuine Markdown, and parsing time grows with the square of their number. A line of dashes underlines. */
const MARKS = /[*_~`<[\]!\\|>]|^ {0,3}[-=]+[ \t]*$/gm
const MOST_MARKS = 2500

/** Nested blocks are parsed recursively: ten thousand ">" would overflow the stack. */
const DEEPEST = 8

class ShallowTokenizer extends Tokenizer {
  #depth = 0

  #within<Found>(find: () => Found | undefined): Found | undefined {
    if (this.#depth >= DEEPEST) return undefined
    this.#depth += 1
    try {
      return find()
    } finally {
      this.#depth -= 1
    }
  }

  override blockquote(...given: Parameters<Tokenizer['blockquote']>) {
    return this.#within(() => super.blockquote(...given))
  }
  override list(...given: Parameters<Tokenizer['list']>) {
    return this.#within(() => super.list(...given))
  }
  override emStrong(...given: Parameters<Tokenizer['emStrong']>) {
    return this.#within(() => super.emStrong(...given))
  }
  override del(...given: Parameters<Tokenizer['del']>) {
    return this.#within(() => super.del(...given))
  }
  override link(...given: Parameters<Tokenizer['link']>) {
    return this.#within(() => super.link(...given))
  }
  override reflink(...given: Parameters<Tokenizer['reflink']>) {
    return this.#within(() => super.reflink(...given))
  }
}

const element = (tag: MarkdownTag, content: MarkdownNode[], more: object = {}): MarkdownNode => ({
  tag,
  content,
  ...more,
})

function readTokens(tokens: readonly Token[], reading: Reading): MarkdownNode[] {
  const read = (inner: readonly Token[] = []) => readTokens(inner, reading)
  return tokens.filter(isMarked).flatMap((token): MarkdownNode[] => {
    switch (token.type) {
      case 'heading':
        return [element(reading.headings[token.depth - 1] ?? 'h6', read(token.tokens))]
      case 'paragraph':
        return [element('p', read(token.tokens))]
      case 'blockquote':
      case 'em':
      case 'strong':
      case 'del':
        return [element(token.type, read(token.tokens))]
      case 'code':
        return [element('pre', [element('code', [token.text])])]
      case 'codespan':
        return [element('code', [token.text])]
      case 'list': {
        const items = token.items.map((item) => element('li', read(item.tokens)))
        return [token.ordered ? element('ol', items, { start: Number(token.start) }) : element('ul', items)]
      }
      case 'checkbox':
        return [token.checked ? '☑ ' : '☐ ']
      case 'table': {
        const head = token.header.map((cell) => element('th', read(cell.tokens)))
        const rows = token.rows.map((row) =>
          element(
            'tr',
            row.map((cell) => element('td', read(cell.tokens))),
          ),
        )
        return [element('table', [element('thead', [element('tr', head)]), element('tbody', rows)])]
      }
      case 'link': {
        const href = plain(token.href)
        return isSafe(href, reading) ? [element('a', read(token.tokens), { href })] : read(token.tokens)
      }
      case 'br':
      case 'hr':
        return [element(token.type, [])]
      case 'text':
        return token.tokens ? read(token.tokens) : [plain(token.text)]
      case 'escape':
      case 'image':
        return [plain(token.text)]
      default:
        return []
    }
  })
}

/** Without extensions there are no other types of tokens. */
const isMarked = (token: Token): token is MarkedToken => typeof token.type === 'string'

const isSafe = (address: string, { within }: Reading) =>
  isWebAddress(address) ||
  /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(address) ||
  (within && /^(#|\/(?![/\\]))\S*$/.test(address))

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** Decodes entities, and removes hidden characters that were written as entities (051). */
const plain = (text: string) =>
  withoutHiddenCharacters(
    text.replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name) => NAMED[name] ?? whole),
    'lines',
  )
