import { createFileRoute } from '@tanstack/react-router'
import { loadModerationLog } from '~/features/moderation-log/moderation-log-data'
import { ModerationLogPage } from '~/features/moderation-log/moderation-log-page'
import { loadedHead } from '~/lib/seo'

/** What moderators decided; not found while the owner does not publish it. */
export const Route = createFileRoute('/moderation')({
  loader: ({ context: { queryClient, site } }) => loadModerationLog(queryClient, site),
  head: loadedHead,
  component: ModerationLogPage,
})
