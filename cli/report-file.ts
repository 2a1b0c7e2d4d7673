import { closeSync, openSync, writeSync } from 'node:fs'
import type { Rejection } from '#shared/import-export-rules.ts'
import { UnusableInput } from '../server/lib/errors.ts'
import type { ImportReport } from '../server/product/import-export/import-options.ts'

/** The report of an import as a file: one JSON object that contains every rejected line. */
interface ReportFile {
  /** Written synchronously, so that memory does not grow with the number of rejected lines. */
  addRejection(rejection: Rejection): void
  finish(report: ImportReport & { file: string; dryRun: boolean }): void
}

/** Opens the file before the import starts; throws UnusableInput if it cannot be written. */
export function openReportFile(file: string): ReportFile {
  const descriptor = openForWriting(file)
  let separator = '{"rejections":['
  return {
    addRejection: (rejection) => {
      writeSync(descriptor, `${separator}\n${JSON.stringify(rejection)}`)
      separator = ','
    },
    finish: ({ rejections: _, ...counts }) => {
      const opening = separator === ',' ? '' : separator
      writeSync(descriptor, `${opening}\n],${JSON.stringify(counts).slice(1)}\n`)
      closeSync(descriptor)
    },
  }
}

function openForWriting(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new UnusableInput(
      `the report cannot be written to ${file}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
