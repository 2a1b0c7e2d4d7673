import type { ToolListKey } from '~/features/catalogue/list-search'
import { useTools } from '~/features/catalogue/tool-list'
import * as messages from '~/messages/en/search'

/** For a search whose words were corrected: which query the results belong to. */
export function CorrectedQuery({ query, list }: { query: string; list: ToolListKey | undefined }) {
  const { first } = useTools(list, {})
  if (!first?.corrected) return null
  return (
    <p dir="auto" role="status" className="pb-4 text-ink-soft">
      {messages.correctedTo(query, first.corrected)}
    </p>
  )
}
