import { Tokenizer, TokenizerMode } from 'parse5'

/** What the head of a page may contain, and in which the browser reads text and no tags. */
const MODES: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  ...{ title: TokenizerMode.RCDATA, style: TokenizerMode.RAWTEXT, noscript: TokenizerMode.RAWTEXT },
  ...{ script: TokenizerMode.SCRIPT_DATA },
}
const OTHERS = new Set(['html', 'head', 'meta', 'link', 'base'])

/** A tag of a page's head: the value of an attribute, trimmed. */
export type HeadTag = { tag: string; of(attribute: string): string }

/**
 * The tags meta, link and base of a page as a browser finds them in the head: not what is in a text, a script or a comment, or
 * in the body, which others may have written. Text that is in none of the head's own begins the body.
 */
export function readHead(html: string): HeadTag[] {
  const found: HeadTag[] = []
  let isOver = false
  /** The element whose text is read. */
  let textOf: string | undefined
  const ignore = () => undefined
  const onText = () => {
    isOver ||= textOf === undefined
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, attrs }) {
        const mode = MODES[tagName]
        if (mode === undefined && !OTHERS.has(tagName)) isOver = true
        if (isOver) return
        if (mode !== undefined) {
          textOf = tagName
          tokenizer.state = mode
        } else
          found.push({
            tag: tagName,
            of: (attribute) => attrs.find(({ name }) => name === attribute)?.value.trim() ?? '',
          })
      },
      onEndTag({ tagName }) {
        if (tagName === textOf) textOf = undefined
        if (tagName === 'head' || tagName === 'body') isOver = true
      },
      onCharacter: onText,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onNullCharacter: onText,
      onWhitespaceCharacter: ignore,
    },
  )
  // The byte order mark is no text.
  tokenizer.write(html.replace(/^\ufeff/, ''), true)
  return found
}

/** The contents of its meta tags of this name. */
export const readMetaTags = (html: string, name: string): string[] =>
  readHead(html)
    .filter(({ tag, of }) => tag === 'meta' && of('name').toLowerCase() === name)
    .map(({ of }) => of('content'))
