import { createElement, type ReactNode } from 'react'
import { SectionTitle } from '~/components/ui/section-title'
import { factNames } from '~/messages/en/facts'

/** The elements a tool's details are made of. */
export type DetailsTag =
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

export type DetailsNode = string | { tag: DetailsTag; content: DetailsNode[]; href?: string; start?: number }

/** The longer description of a tool, as read-details.ts has read it. */
export function ToolDetails({ details }: { details: readonly DetailsNode[] }) {
  if (details.length === 0) return null
  return (
    <section aria-labelledby="details" className="mt-12 in-[:has([data-skeleton=recommendation])]:hidden">
      <SectionTitle id="details">{factNames.long_description}</SectionTitle>
      <div dir="auto" className="prose-details mt-3">
        {details.map(show)}
      </div>
    </section>
  )
}

function show(node: DetailsNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, content, href, start } = node
  const link = href !== undefined && { href, rel: 'nofollow noopener' }
  return createElement(tag, { key, start, ...link }, ...content.map(show))
}
