import { slugify } from '#shared/catalogue-rules.ts'
import { DOCUMENT, type MarkdownNode, readMarkdown } from '~/lib/read-markdown'

/** A section of a document; `id` is its anchor. */
export type DocumentSection = { id: string; title: string; body: MarkdownNode[] }

/** A document: the content before the first heading, and a section per heading of the first or second level. */
export type SiteDocument = { intro: MarkdownNode[]; sections: DocumentSection[] }

/** Parses a document of the owner. `## Limitation of Liability {#liability}` sets a section's anchor. */
export function readDocument(markdown: string): SiteDocument {
  const document: SiteDocument = { intro: [], sections: [] }
  const ids = new Map<string, number>()
  for (const node of readMarkdown(markdown, DOCUMENT)) {
    if (typeof node !== 'string' && node.tag === 'h2') {
      const text = textOf(node)
      const anchor = /\{#([\w-]+)\}$/.exec(text)
      const title = text.slice(0, anchor?.index).trimEnd()
      document.sections.push({ id: unused(ids, anchor?.[1] ?? slugify(title)), title, body: [] })
    } else (document.sections.at(-1)?.body ?? document.intro).push(node)
  }
  return document
}

/**
 * The wanted anchor, numbered if it is taken or the title has no usable letter. `ids` has the anchors, each with the last
 * number tried for it: a document may have ten thousand equal titles.
 */
function unused(ids: Map<string, number>, wanted: string): string {
  const base = wanted || 'section'
  let id = base
  let number = ids.get(base) ?? 1
  while (ids.has(id)) {
    number += 1
    id = `${base}-${number}`
  }
  ids.set(base, number)
  ids.set(id, ids.get(id) ?? 1)
  return id
}

const textOf = (node: MarkdownNode): string =>
  typeof node === 'string' ? node : node.content.map(textOf).join('')
