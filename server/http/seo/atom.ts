import { escapeXml, XML_HEAD } from './answer.ts'

/** An Atom feed (RFC 4287). URLs are absolute; timestamps are as the database writes them. */
export interface Feed {
  /** Stays the same when the feed's URL changes. */
  id: string
  title: string
  subtitle?: string | undefined
  /** Its page, and its own URL. */
  page: string
  self: string
  /** The author of entries without one. */
  author: string
  icon: string
  /** Code. */
  language: string
  /** For a feed without entries. */
  since: string
  entries: Entry[]
}

export interface Entry {
  id: string
  title: string
  page: string
  publishedAt: string
  updatedAt: string
  text: string
  author?: string | undefined
  categories?: { term: string; label?: string; scheme?: string }[]
}

export function writeAtom(feed: Feed): string {
  const updated =
    feed.entries
      .map(({ updatedAt }) => timestamp(updatedAt))
      .sort()
      .at(-1) ?? timestamp(feed.since)
  return `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
${element('id', feed.id)}
${element('title', feed.title)}
${feed.subtitle ? `${element('subtitle', feed.subtitle)}\n` : ''}<link rel="alternate" type="text/html" href="${escapeXml(feed.page)}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(feed.self)}"/>
${element('icon', feed.icon)}
<author>${element('name', feed.author)}</author>
<updated>${updated}</updated>
${feed.entries.map(writeEntry).join('')}</feed>
`
}

function writeEntry({
  id,
  title,
  page,
  publishedAt,
  updatedAt,
  text,
  author,
  categories = [],
}: Entry): string {
  return `<entry>
${element('id', id)}
${element('title', title)}
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
<published>${timestamp(publishedAt)}</published>
<updated>${timestamp(updatedAt)}</updated>
${author ? `<author>${element('name', author)}</author>\n` : ''}${categories
  .map(writeCategory)
  .join('')}${element('content', text)}
</entry>
`
}

const writeCategory = (category: object) =>
  `<category${Object.entries(category)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')}/>\n`

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
const timestamp = (text: string) => new Date(text).toISOString()
