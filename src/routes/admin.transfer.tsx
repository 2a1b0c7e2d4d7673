import { createFileRoute } from '@tanstack/react-router'
import { TransferPage } from '~/features/admin/transfer/transfer-page'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/transfer')({
  head: () => adminHead('Import & export'),
  component: TransferPage,
})
