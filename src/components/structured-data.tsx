import { useHydrated, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * A page's structured data in the server's HTML; `describe` creates it from the page's path and search. The browser
 * does not download the code (`describe` returns nothing there): it keeps the server's data while that page is shown,
 * and pages opened by navigation have none.
 */
export function StructuredData({ describe }: { describe: (address: string) => string }) {
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const hydrated = useHydrated()
  // The same object on every render: otherwise React would replace the content, which is empty in the browser.
  const [sent] = useState(hydrated ? undefined : { address, html: { __html: describe(address) } })
  if (sent?.address !== address) return null
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON made by us, with every < escaped.
      dangerouslySetInnerHTML={sent.html}
    />
  )
}
