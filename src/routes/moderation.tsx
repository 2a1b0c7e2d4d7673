import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { loadModerationLog } from '~/features/moderation-log/moderation-log-data'
import { ModerationLogPage } from '~/features/moderation-log/moderation-log-page'
import { missingHead, pageHead } from '~/lib/seo'

/** What moderators decided; not found while the owner does not publish it. */
export const Route = createFileRoute('/moderation')({
  loader: ({ context: { queryClient, site } }) => loadModerationLog(queryClient, site),
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.site, { ...loaderData, path: '/moderation' })
      : missingHead(match.context.site, heads.pageNotFound, match),
  component: ModerationLogPage,
})
