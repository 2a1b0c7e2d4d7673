import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import * as messages from '#messages/import-export.js'
import { SectionHeading } from '~/components/ui/section-heading'
import { ExportPanel } from '~/features/admin/import-export/export-panel'
import { ImportPanel } from '~/features/admin/import-export/import-panel'
import { servesItsBackend } from '~/lib/environment'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/transfer')({
  loader: () => heads.importAndExport,
  head: adminHead,
  component: ImportExportPage,
})

/** Import & export in the dashboard: the whole catalogue, in and out. */
function ImportExportPage() {
  if (!servesItsBackend()) return <OnTheCommandLine />
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
      <ImportPanel />
      <ExportPanel />
    </div>
  )
}

/** This server cannot reach a hosted project's catalogue as its owner; the command line can. */
function OnTheCommandLine() {
  return (
    <div className="max-w-[62ch]">
      <SectionHeading>{messages.importAndExportOnThe}</SectionHeading>
      <p className="mt-1.5 text-ink-soft">
        {messages.thisCatalogueIsStoredIn}
        <code>{messages.databaseUrl}</code>
        {messages.toItsDatabaseAndRun}
      </p>
      <pre className="mt-5 overflow-x-auto rounded-card border border-line bg-surface p-5 text-[13px] leading-6">
        {messages.npmRunCliImportFile}
        {'\n'}
        {messages.npmRunCliImportFile2}
        {'\n'}
        {messages.npmRunCliExportFile}
      </pre>
    </div>
  )
}
