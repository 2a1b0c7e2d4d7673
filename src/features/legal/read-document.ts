import { DOCUMENT, type MarkdownNode, readMarkdown } from '~/lib/read-markdown'
import { slugify } from '~/rules/catalogue-rules'

/** A section of a document; `id` is its anchor. */
export type DocumentSection = { id: string; title: string; body: MarkdownNode[] }

/** A document: the content before the first heading, and a section per heading of the first or second level. */
export type SiteDocument = { intro: MarkdownNode[]; sections: DocumentSection[] }

/** Parses a document of the owner. `## Limitation of Liability {#liability}` sets a section's anchor. */
export function readDocument(markdown: string): SiteDocument {
  const document: SiteDocument = { intro: [], sections: [] }
  const ids = new Set<string>()
  for (const node of readMarkdown(markdown, DOCUMENT)) {
    if (typeof node !== 'string' && node.tag === 'h2') {
      const [, title = '', given] = /^(.*?)(?:\s*\{#([\w-]+)\})?$/s.exec(textOf(node)) ?? []
      const id = unused(ids, given ?? slugify(title))
      document.sections.push({ id, title, body: [] })
    } else (document.sections.at(-1)?.body ?? document.intro).push(node)
  }
  return document
}

/** The wanted anchor, numbered if it is taken or the title has no usable letter. */
function unused(ids: Set<string>, wanted: string): string {
  const base = wanted || 'section'
  let id = base
  for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`
  ids.add(id)
  return id
}

const textOf = (node: MarkdownNode): string =>
  typeof node === 'string' ? node : node.content.map(textOf).join('')
