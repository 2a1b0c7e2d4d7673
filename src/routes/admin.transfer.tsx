import { createFileRoute } from '@tanstack/react-router'
import { ImportExportPage } from '~/features/admin/import-export/import-export-page'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/transfer')({
  head: adminHead('Import & export'),
  component: ImportExportPage,
})
