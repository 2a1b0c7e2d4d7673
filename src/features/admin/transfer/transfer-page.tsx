import { servesItsBackend } from '~/lib/environment'
import { ExportPanel } from './export-panel'
import { ImportPanel } from './import-panel'

/** The administrator's Import & export: the whole catalogue, in and out. */
export function TransferPage() {
  if (!servesItsBackend()) return <OnTheCommandLine />
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-12">
      <ImportPanel />
      <ExportPanel />
    </div>
  )
}

/** Where a hosted project keeps the catalogue, this server cannot reach it as its owner; the command line can. */
function OnTheCommandLine() {
  return (
    <div className="max-w-[62ch]">
      <h2 className="display text-[30px]">Import and export on the command line</h2>
      <p className="mt-1.5 text-ink-soft">
        A hosted project keeps this catalogue. Set <code>DATABASE_URL</code> to its database on a machine of
        yours and run:
      </p>
      <pre className="mt-5 overflow-x-auto rounded-card border border-line bg-surface p-5 text-[13px] leading-6">
        npm run cli -- import FILE --dry-run{'\n'}npm run cli -- import FILE{'\n'}npm run cli -- export FILE
      </pre>
    </div>
  )
}
