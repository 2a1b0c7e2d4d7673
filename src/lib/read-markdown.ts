import { Lexer, type MarkedToken, type Token, Tokenizer } from 'marked'
import { isWebAddress } from '~/rules/catalogue-rules'
import { withoutHiddenCharacters } from '~/rules/hidden-character-rules'

/** The elements a text in Markdown is made of. */
export type MarkdownTag =
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'p'
  | 'blockquote'
  | 'pre'
  | 'code'
  | 'ul'
  | 'ol'
  | 'li'
  | 'hr'
  | 'br'
  | 'em'
  | 'strong'
  | 'del'
  | 'a'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

export type MarkdownElement = { tag: MarkdownTag; content: MarkdownNode[]; href?: string; start?: number }
export type MarkdownNode = string | MarkdownElement

/** What differs between texts: the elements of headings from the first level on, and whether links may lead within the site. */
type Reading = { headings: readonly MarkdownTag[]; within: boolean }

/** Of a tool: headings begin below those of the page. */
const DETAILS: Reading = { headings: ['h3', 'h4', 'h5'], within: false }

/** Of the owner: sections of the page, and links to other pages of the site. */
export const DOCUMENT: Reading = { headings: ['h2', 'h2', 'h3', 'h4', 'h5'], within: true }

/**
 * A text written in Markdown as a tree of the few elements that are shown: no HTML is ever made of it, so there is none to
 * sanitise. HTML in the text is left out, of an image its description stays.
 */
export function readMarkdown(markdown: string, reading = DETAILS): MarkdownNode[] {
  if ((markdown.match(MARKS)?.length ?? 0) > MOST_MARKS)
    return markdown.split(/\n{2,}/).map((part) => element('p', [part]))
  return readTokens(new Lexer({ gfm: true, tokenizer: new ShallowTokenizer() }).lex(markdown), reading)
}

/** A text of little but marks is no Markdown anybody wrote, and the time to read it grows with the square of their number. */
const MARKS = /[*_~`<[\]!\\|>]/g
const MOST_MARKS = 2500

/** What nests is read by functions that call themselves: ten thousand ">" would overflow the stack. */
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

/** No extension brings a token of another kind. */
const isMarked = (token: Token): token is MarkedToken => typeof token.type === 'string'

const isSafe = (address: string, { within }: Reading) =>
  isWebAddress(address) ||
  /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(address) ||
  (within && /^(#|\/(?![/\\]))\S*$/.test(address))

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** With the entities people write by hand, and without a character that hides and came in by its number (051). */
const plain = (text: string) =>
  withoutHiddenCharacters(
    text.replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name) => NAMED[name] ?? whole),
    'lines',
  )
