import { useHydrated, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * A page's structured data in the server's HTML, for machines; `describe` writes it, given the page's path and search. The
 * browser neither writes nor needs it, and does without the code (`describe` says nothing there): it keeps what the server
 * sent for as long as that page is shown, and a page it opens by itself has none.
 */
export function StructuredData({ describe }: { describe: (address: string) => string }) {
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const hydrated = useHydrated()
  // The same object on every render: React would replace the content for another, and in the browser that is empty.
  const [sent] = useState(hydrated ? undefined : { address, html: { __html: describe(address) } })
  if (sent?.address !== address) return null
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making, with every < escaped.
      dangerouslySetInnerHTML={sent.html}
    />
  )
}
