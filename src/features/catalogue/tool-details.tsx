import { factNames } from '#shared/messages/en/facts.ts'
import { MarkdownNodes } from '~/components/markdown'
import { SectionTitle } from '~/components/ui/section-title'
import type { MarkdownNode } from '~/lib/read-markdown'

/** The long description of a tool, parsed by read-markdown.ts. */
export function ToolDetails({ details }: { details: readonly MarkdownNode[] }) {
  if (details.length === 0) return null
  return (
    <section aria-labelledby="details" className="mt-12 in-[:has([data-skeleton=recommendation])]:hidden">
      <SectionTitle id="details">{factNames.long_description}</SectionTitle>
      <div dir="auto" className="prose-details mt-3">
        <MarkdownNodes nodes={details} rel="nofollow noopener" />
      </div>
    </section>
  )
}
