import { Tokenizer, TokenizerMode } from 'parse5'

/** What the head of a page may contain, and in which the browser reads no tags. */
const MODES: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  ...{ title: TokenizerMode.RCDATA, style: TokenizerMode.RAWTEXT, noscript: TokenizerMode.RAWTEXT },
  ...{ script: TokenizerMode.SCRIPT_DATA },
}
const OTHERS = new Set(['html', 'head', 'meta', 'link', 'base'])

/** A tag of a page's head: the value of an attribute, trimmed. */
export type HeadTag = { tag: string; of(attribute: string): string }

/**
 * The tags meta, link and base of a page as a browser finds them in the head: not what is in a text, a script or a comment, or
 * in the body, which others may have written.
 */
export function readHead(html: string): HeadTag[] {
  const found: HeadTag[] = []
  let isOver = false
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, attrs }) {
        const mode = MODES[tagName]
        if (mode === undefined && !OTHERS.has(tagName)) isOver = true
        if (isOver) return
        if (mode !== undefined) tokenizer.state = mode
        else
          found.push({
            tag: tagName,
            of: (attribute) => attrs.find(({ name }) => name === attribute)?.value.trim() ?? '',
          })
      },
      onEndTag({ tagName }) {
        if (tagName === 'head' || tagName === 'body') isOver = true
      },
      onCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  )
  tokenizer.write(html, true)
  return found
}

/** The contents of its meta tags of this name. */
export const readMetaTags = (html: string, name: string): string[] =>
  readHead(html)
    .filter(({ tag, of }) => tag === 'meta' && of('name').toLowerCase() === name)
    .map(({ of }) => of('content'))
