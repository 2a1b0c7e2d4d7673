import { createFileRoute } from '@tanstack/react-router'
import { BackupPage } from '~/features/admin/backup-page'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/admin/backup')({
  head: adminHead(heads.backup),
  component: Backup,
})

function Backup() {
  const { user } = useSession()
  return user && <BackupPage userId={user.id} />
}
