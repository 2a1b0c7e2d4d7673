import type { MarkdownNode } from '~/lib/read-markdown'
import { contactAddress } from '~/lib/site-data'

/** The values of placeholders in documents, such as `{name}`; a link for `{contact}`. */
export type DocumentWords = { [placeholder: string]: MarkdownNode; contact: MarkdownNode }

/** The text with its placeholders filled in. */
export function fillIn(nodes: readonly MarkdownNode[], words: DocumentWords): MarkdownNode[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? fillInText(node, words) : { ...node, content: fillIn(node.content, words) },
  )
}

const fillInText = (text: string, { contact, ...words }: DocumentWords): MarkdownNode[] =>
  text
    .replace(/\{(\w+)\}/g, (placeholder, word: string) => {
      const value = words[word]
      return typeof value === 'string' ? value : placeholder
    })
    .split('{contact}')
    .flatMap((part, place) => (place === 0 ? [part] : [contact, part]))
    .filter((part) => part !== '')

/** The owner's contact: a link to their address, else a text. */
export const contactNode = (contact: string | null, otherwise: string): MarkdownNode =>
  contact ? { tag: 'a', href: contactAddress(contact), content: [contact] } : otherwise
