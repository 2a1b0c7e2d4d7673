import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import * as heads from '#messages/heads.js'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { MembersOnly } from '~/components/members-only'
import { OwnAccountSection } from '~/features/account/own-account-section'
import { OwnSignIn } from '~/features/account/own-sign-in'
import { refreshUpvoteCount } from '~/features/catalogue/tool-page-data'
import { OwnClaims } from '~/features/claims/own-claims'
import { NoticesTab } from '~/features/notices/notices-tab'
import { ProfilePage } from '~/features/profile/profile-page'
import { asProfileTab, type ProfileTabName } from '~/features/profile/profile-tabs'
import { OwnContributions } from '~/features/tool-form/own-contributions'
import { recommendationQueries } from '~/features/upvotes/recommendations-data'
import { SavedTab } from '~/features/upvotes/saved-tab'
import { useAskForUpvote } from '~/features/upvotes/upvote-provider'
import { upvoteQueries } from '~/features/upvotes/upvotes-data'
import { notify } from '~/lib/notify'
import { pageHead } from '~/lib/seo'
import { forgetSession } from '~/lib/session-store'
import { requireUser } from '~/routes/-guards'

export const Route = createFileRoute('/profile')({
  ssr: false,
  validateSearch: readProfileSearch,
  beforeLoad: ({ location }) => requireUser(location),
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.profile,
      path: '/profile',
      index: false,
    }),
  pendingComponent: GuardSkeleton,
  component: Profile,
})

function Profile() {
  const { tab = 'profile' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const ask = useAskForUpvote()

  async function leave() {
    forgetSession()
    // Every list and count the person was part of.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    await navigate({ to: '/', ignoreBlocker: true, replace: true })
    notify.success(messages.accountDeleted)
  }

  return (
    <MembersOnly>
      {(user) => (
        <ProfilePage
          user={user}
          tab={tab}
          onTab={(next) =>
            navigate({ search: { tab: next === 'profile' ? undefined : next }, replace: true })
          }
          onEditUpvote={({ id, tool_id, reason, tools: tool }) => {
            if (tool) void ask({ id: tool_id, ...tool }, { id, reason })
          }}
          onUpvoteDeleted={(toolId) => {
            // Data that is not on screen is refetched when it is next shown.
            refreshUpvoteCount(queryClient, toolId).catch(() => undefined)
            void queryClient.invalidateQueries(recommendationQueries.byTool(toolId))
            return queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(user.id) })
          }}
          saved={<SavedTab userId={user.id} />}
          submissions={
            <>
              <OwnContributions userId={user.id} />
              <OwnClaims userId={user.id} />
            </>
          }
          notices={<NoticesTab userId={user.id} />}
          signIn={<OwnSignIn user={user} />}
          ownData={(username) => <OwnAccountSection username={username} onDeleted={leave} />}
        />
      )}
    </MembersOnly>
  )
}

/** Search parameters of /profile: the selected tab, kept by reload and Back; the default is omitted. */
function readProfileSearch({ tab }: Record<string, unknown>): { tab?: ProfileTabName | undefined } {
  const known = asProfileTab(tab)
  return { tab: known === 'profile' ? undefined : known }
}
