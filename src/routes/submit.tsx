import { createFileRoute } from '@tanstack/react-router'
import { sent } from '#messages/contribute.js'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { MembersOnly } from '~/components/members-only'
import { SubmitPage } from '~/features/tool-form/submit-page'
import { notify } from '~/lib/notify'
import { guardedHead, requireUser } from '~/routes/-guards'

export const Route = createFileRoute('/submit')({
  ssr: false,
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string | undefined } => ({
    edit: typeof edit === 'string' ? edit : undefined,
  }),
  beforeLoad: ({ location }) => requireUser(location),
  head: guardedHead('submit'),
  pendingComponent: GuardSkeleton,
  component: Submit,
})

function Submit() {
  const { edit } = Route.useSearch()
  const navigate = Route.useNavigate()
  const toSubmissions = { to: '/profile', search: { tab: 'submissions' } } as const
  return (
    <MembersOnly>
      {(user) => (
        <SubmitPage
          key={edit}
          user={user}
          edit={edit}
          onSent={async () => {
            await navigate({ ...toSubmissions, ignoreBlocker: true })
            notify.success(sent)
          }}
          onCancel={() => navigate(toSubmissions)}
        />
      )}
    </MembersOnly>
  )
}
