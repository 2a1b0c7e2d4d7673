import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * A page's structured data in the server's HTML, for machines. The browser neither writes nor needs it, and does without
 * the code: it keeps what the server sent (`json` is empty there), and a page it opens by itself has none.
 */
export function StructuredData({ json }: { json: string }) {
  const hydrated = useHydrated()
  const [isSent] = useState(!hydrated)
  if (!isSent) return null
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making, with every < escaped.
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
