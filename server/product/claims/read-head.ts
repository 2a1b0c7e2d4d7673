import { Tokenizer, TokenizerMode } from 'parse5'

/** What the head of a page may contain, and in which the browser reads no tags. */
const MODES: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  ...{ title: TokenizerMode.RCDATA, style: TokenizerMode.RAWTEXT, noscript: TokenizerMode.RAWTEXT },
  ...{ script: TokenizerMode.SCRIPT_DATA },
}
const OTHERS = new Set(['html', 'head', 'meta', 'link', 'base'])

/**
 * The contents of a page's meta tags of this name, as a browser finds them in the head: not what is in a text, a script or a
 * comment, or in the body, which others may have written.
 */
export function readMetaTags(html: string, name: string): string[] {
  const found: string[] = []
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
        const attribute = (wanted: string) => attrs.find((each) => each.name === wanted)?.value
        if (tagName === 'meta' && attribute('name')?.toLowerCase() === name)
          found.push(attribute('content')?.trim() ?? '')
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
