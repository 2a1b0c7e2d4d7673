import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { readPeriod } from '~/features/admin/numbers/numbers-data'
import { NumbersPage } from '~/features/admin/numbers/numbers-page'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/numbers')({
  loader: () => heads.numbers,
  head: adminHead,
  component: Numbers,
})

function Numbers() {
  const navigate = Route.useNavigate()
  const days = readPeriod(Route.useSearch())
  const { user } = useSession()
  if (!user) return null
  return (
    <NumbersPage
      userId={user.id}
      days={days}
      onDays={(chosen) =>
        navigate({ search: { days: chosen === 30 ? undefined : chosen }, replace: true, resetScroll: false })
      }
    />
  )
}
