import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { MembersOnly } from '~/components/members-only'
import { OwnAccountSection } from '~/features/account/own-account-section'
import { OwnSignIn } from '~/features/account/own-sign-in'
import { refreshUpvoteCount } from '~/features/catalogue/tool-page-data'
import { OwnClaims } from '~/features/claims/own-claims'
import { MyFollows } from '~/features/lists/my-follows'
import { NoticesTab } from '~/features/notices/notices-tab'
import { ProfilePage } from '~/features/profile/profile-page'
import { asProfileTab, type ProfileTabName } from '~/features/profile/profile-tabs'
import { OwnContributions } from '~/features/tool-form/own-contributions'
import { recommendationQueries } from '~/features/upvotes/recommendations-data'
import { useAskForUpvote } from '~/features/upvotes/upvote-provider'
import { upvoteQueries } from '~/features/upvotes/upvotes-data'
import { outdateMemberPages } from '~/lib/member-pages'
import { notify } from '~/lib/notify'
import { forgetSession } from '~/lib/session-store'
import { guardedHead, requireUser } from '~/routes/-guards'
import { SavedTools } from '~/routes/-saved-tools'

export const Route = createFileRoute('/profile')({
  ssr: false,
  validateSearch: readProfileSearch,
  beforeLoad: ({ location }) => requireUser(location),
  head: guardedHead('profile'),
  pendingComponent: GuardSkeleton,
  component: Profile,
})

function Profile() {
  const { tab = 'profile', list } = Route.useSearch()
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
          onEditUpvote={({ tool_id, tools: tool, ...own }) => {
            if (tool) void ask({ id: tool_id, ...tool }, own)
          }}
          onUpvoteDeleted={(toolId) => {
            // Data that is not on screen is refetched when it is next shown.
            refreshUpvoteCount(queryClient, toolId).catch(() => undefined)
            void queryClient.invalidateQueries(recommendationQueries.ofTool(toolId))
            void outdateMemberPages(queryClient)
            return queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(user.id) })
          }}
          saved={
            <SavedTools userId={user.id} list={list} onClose={() => navigate({ search: { tab: 'saved' } })} />
          }
          submissions={<OwnContributions userId={user.id} claims={<OwnClaims userId={user.id} />} />}
          notices={<NoticesTab userId={user.id} follows={<MyFollows userId={user.id} />} />}
          signIn={<OwnSignIn user={user} />}
          ownData={(username) => <OwnAccountSection username={username} onDeleted={leave} />}
        />
      )}
    </MembersOnly>
  )
}

/** Search parameters of /profile: the selected tab and list, kept by reload and Back; the default is omitted. */
type ProfileSearch = { tab?: ProfileTabName | undefined; list?: string | undefined }

function readProfileSearch({ tab, list }: Record<string, unknown>): ProfileSearch {
  const known = asProfileTab(tab)
  const opened = known === 'saved' && typeof list === 'string' && list !== '' ? list : undefined
  return { tab: known === 'profile' ? undefined : known, ...(opened && { list: opened }) }
}
