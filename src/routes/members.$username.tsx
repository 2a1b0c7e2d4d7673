import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { StructuredData } from '~/components/structured-data'
import { memberData } from '~/features/catalogue/structured-data'
import { loadMember, memberQueries } from '~/features/members/member-data'
import { MemberPage } from '~/features/members/member-page'
import { loadedHead } from '~/lib/seo'

/** A member's page; not found where it is turned off. */
export const Route = createFileRoute('/members/$username')({
  loader: ({ context: { queryClient, site }, params: { username } }) =>
    loadMember(queryClient, site, username),
  head: loadedHead,
  component: Member,
})

function Member() {
  const { username } = Route.useParams()
  const { data: member } = useSuspenseQuery(memberQueries.byUsername(username))
  return (
    <>
      <StructuredData describe={() => memberData(member)} />
      <MemberPage member={member} key={member.id} />
    </>
  )
}
