import { createFileRoute } from '@tanstack/react-router'
import { submissions } from '#messages/admin-heads.js'
import { readFilter } from '~/features/admin/contributions/contributions-data'
import { ContributionsPage } from '~/features/admin/contributions/contributions-page'
import { ContributionEditor } from '~/features/tool-form/contribution-editor'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/submissions')({
  loader: () => submissions,
  head: adminHead,
  component: Submissions,
})

function Submissions() {
  const { user } = useSession()
  const filter = readFilter(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    user && (
      <ContributionsPage
        key={`${filter.status} ${filter.kind}`}
        userId={user.id}
        filter={filter}
        onFilter={({ status, kind }) =>
          navigate({
            search: {
              status: status === 'waiting' ? undefined : status,
              kind: kind === 'all' ? undefined : kind,
            },
          })
        }
        renderEditor={({ card, ...editor }) => (
          <ContributionEditor
            key={card.id}
            toolId={card.tool?.id ?? null}
            proposed={card.proposed}
            names={card.category_names}
            {...editor}
          />
        )}
      />
    )
  )
}
