import { useMutation } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import { errors } from '#messages/errors.js'
import * as messages from '#messages/import-export.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { SectionHeading } from '~/components/ui/section-heading'
import { DataError } from '~/lib/errors'
import { saveFile } from '~/lib/save-file'
import { useSite } from '~/lib/site-data'
import { exportMutation } from './import-export-data'

const FORMATS = [
  { format: 'jsonl', label: messages.downloadJsonLines, type: 'application/x-ndjson' },
  { format: 'csv', label: messages.downloadCsv, type: 'text/csv' },
] as const

/** Export: the whole catalogue as a file that imports back to the same. */
export function ExportPanel() {
  const site = useSite()
  const { mutate, isPending, variables, error } = useMutation(exportMutation)
  const preparing = isPending ? variables : null
  const problem = error && (error instanceof DataError ? error.message : errors.unknown)

  function download({ format, type }: (typeof FORMATS)[number]) {
    mutate(format, {
      onSuccess: (content) => {
        const today = new Date().toISOString().slice(0, 10)
        saveFile(`catalogue-${today}.${format}`, content, type)
      },
    })
  }

  return (
    <section aria-labelledby="export-heading" className="card self-start p-5 md:p-6">
      <SectionHeading id="export-heading">{messages.exportLabel}</SectionHeading>
      <p className="mt-1.5 text-[15px] text-ink-soft">{messages.everyToolAndCategoryIn(site)}</p>
      <div className="mt-5 grid gap-2.5">
        {FORMATS.map((choice) => (
          <Button
            key={choice.format}
            variant="quiet"
            size="lg"
            busy={preparing === choice.format}
            disabled={preparing !== null}
            onClick={() => download(choice)}
          >
            {preparing === choice.format ? common.preparing : choice.label}
          </Button>
        ))}
      </div>
      {problem && <FormAlert className="mt-4">{problem}</FormAlert>}
      <p className="mt-4 text-[13px] text-ink-faint leading-5">{messages.logosAreExportedAsUrls}</p>
    </section>
  )
}
