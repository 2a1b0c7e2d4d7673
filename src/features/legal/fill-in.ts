import type { MarkdownNode } from '~/lib/read-markdown'
import { contactAddress } from '~/lib/site-data'

/** The values of placeholders in documents: `{name}`, `{host}` and `{contact}`. */
export type DocumentWords = { name: string; host: string; contact: MarkdownNode }

/** The text with its placeholders filled in. */
export function fillIn(nodes: readonly MarkdownNode[], words: DocumentWords): MarkdownNode[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? fillInText(node, words) : { ...node, content: fillIn(node.content, words) },
  )
}

const fillInText = (text: string, { contact, ...words }: DocumentWords): MarkdownNode[] =>
  text
    .replace(/\{(name|host)\}/g, (_, word: 'name' | 'host') => words[word])
    .split('{contact}')
    .flatMap((part, place) => (place === 0 ? [part] : [contact, part]))
    .filter((part) => part !== '')

/** The owner's contact: a link to their address, else a text. */
export const contactNode = (contact: string | null, otherwise: string): MarkdownNode =>
  contact ? { tag: 'a', href: contactAddress(contact), content: [contact] } : otherwise
