import { DOCUMENT, type MarkdownNode, readMarkdown } from '~/lib/read-markdown'
import { slugify } from '~/rules/catalogue-rules'

/** A section of a document; `id` is its anchor. */
export type DocumentSection = { id: string; title: string; body: MarkdownNode[] }

/** What stands before the first heading, and a section for each heading of the first or second level. */
export type SiteDocument = { intro: MarkdownNode[]; sections: DocumentSection[] }

/** Reads a document of the owner. `## Limitation of Liability {#liability}` gives a section an anchor of its own. */
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

/** The wanted anchor, or with a number where it is taken or a title has no letter for one. */
function unused(ids: Set<string>, wanted: string): string {
  const base = wanted || 'section'
  let id = base
  for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`
  ids.add(id)
  return id
}

const textOf = (node: MarkdownNode): string =>
  typeof node === 'string' ? node : node.content.map(textOf).join('')
