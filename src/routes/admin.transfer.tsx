import { createFileRoute } from '@tanstack/react-router'
import { ImportExportPage } from '~/features/admin/import-export/import-export-page'
import { adminHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/admin/transfer')({
  head: adminHead(heads.importAndExport),
  component: ImportExportPage,
})
