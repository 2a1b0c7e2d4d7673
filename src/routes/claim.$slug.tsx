import { createFileRoute } from '@tanstack/react-router'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { MembersOnly } from '~/components/members-only'
import { ClaimPage } from '~/features/claims/claim-page'
import { guardedHead, requireUser } from '~/routes/-guards'

export const Route = createFileRoute('/claim/$slug')({
  ssr: false,
  validateSearch: ({ link }: Record<string, unknown>): { link?: string | undefined } => ({
    link: typeof link === 'string' ? link : undefined,
  }),
  beforeLoad: ({ location }) => requireUser(location),
  head: guardedHead('claim'),
  pendingComponent: GuardSkeleton,
  component: Claim,
})

function Claim() {
  const { slug } = Route.useParams()
  const { link } = Route.useSearch()
  return <MembersOnly>{(user) => <ClaimPage key={slug} user={user} slug={slug} link={link} />}</MembersOnly>
}
