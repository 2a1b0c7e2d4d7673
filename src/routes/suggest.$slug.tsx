import type { User } from '@supabase/auth-js'
import { createFileRoute } from '@tanstack/react-router'
import { sent } from '#messages/contribute.js'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { MembersOnly } from '~/components/members-only'
import { useIsMaker } from '~/features/claims/use-is-maker'
import { SuggestPage, type SuggestSearch } from '~/features/tool-form/suggest-page'
import { notify } from '~/lib/notify'
import { guardedHead, requireUser } from '~/routes/-guards'

export const Route = createFileRoute('/suggest/$slug')({
  ssr: false,
  validateSearch: ({ about, edit }: Record<string, unknown>): SuggestSearch => ({
    about: about === 'problem' ? about : undefined,
    edit: typeof edit === 'string' ? edit : undefined,
  }),
  beforeLoad: ({ location }) => requireUser(location),
  head: guardedHead('suggest'),
  pendingComponent: GuardSkeleton,
  component: Suggest,
})

function Suggest() {
  return <MembersOnly>{(user) => <SuggestAs user={user} />}</MembersOnly>
}

function SuggestAs({ user }: { user: User }) {
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const isMaker = useIsMaker(user.id, slug)
  return (
    <SuggestPage
      user={user}
      slug={slug}
      search={search}
      isMaker={isMaker}
      onSent={async () => {
        await navigate({ to: '/profile', search: { tab: 'submissions' }, ignoreBlocker: true })
        notify.success(sent)
      }}
    />
  )
}
