import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { BackupPage } from '~/features/admin/backup-page'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/backup')({
  loader: () => heads.backup,
  head: adminHead,
  component: Backup,
})

function Backup() {
  const { user } = useSession()
  return user && <BackupPage userId={user.id} />
}
