import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { FACTS } from '#shared/tool-fields.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { type ImportReport, importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { withDatabase } from '../database.ts'
import { openReportFile } from '../report-file.ts'
import { drawProgress } from '../terminal.ts'

interface ImportFlags {
  dryRun: boolean
  batchSize: number
  report?: string
}

/** `plaudit import FILE`: imports a catalogue. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Create and update tools and their categories from a file.\n\n' +
        'FILE is JSON Lines (.jsonl, .ndjson) or a table (.csv) whose first line names the columns: name, slug, ' +
        `short_description, website_url, categories, featured, ${FACTS.map(({ column }) => column).join(', ')}.\n\n` +
        'Without a slug one is made from the name. In a table, several categories or platforms are separated by ; or ' +
        '|. The first category is the primary one. Where a column is missing, a tool that exists keeps its own ' +
        'value; an empty fact is unknown. Entities are decoded and markup is stripped, except in files written by `export`.',
    )
    .argument('<file>', 'the catalogue')
    .option('--dry-run', 'say what would happen, write nothing', false)
    .option('--batch-size <rows>', 'rows in one transaction', batchSize, 500)
    .option('--report <file>', 'write the report with every rejected line to this file, as JSON')
    .action(runImport)
}

async function runImport(file: string, flags: ImportFlags): Promise<void> {
  const catalogue = await openCatalogueFile(file)
  if (flags.report !== undefined && path.resolve(flags.report) === path.resolve(file))
    throw new UnusableInput('the report would overwrite the catalogue: choose another file')
  const reportFile = flags.report === undefined ? undefined : openReportFile(flags.report)
  const progress = drawProgress(process.stderr)
  const report = await withDatabase((sql, signal) =>
    importCatalogue(sql, catalogue.rows, {
      signal,
      dryRun: flags.dryRun,
      batchSize: flags.batchSize,
      record: { source: 'command line', file: path.basename(file), actorId: null },
      onRejected: reportFile?.addRejection,
      onProgress: ({ rows }) => progress.update(catalogue.progress(), `${rows} rows`),
    }),
  ).finally(progress.clear)
  reportFile?.finish({ file, dryRun: flags.dryRun, ...report })
  process.stdout.write(describeReport(file, flags, report))
}

/** The report as text. */
export function describeReport(file: string, flags: ImportFlags, report: ImportReport): string {
  const lines = [
    flags.dryRun
      ? `${file}: ${report.rows} rows (dry run, nothing was written)`
      : `${file}: ${report.rows} rows`,
    ...(['created', 'updated', 'unchanged', 'rejected'] as const).map(
      (key) => `  ${key.padEnd(12)}${String(report[key]).padStart(8)}`,
    ),
    `  ${'new categories'.padEnd(14)}${String(report.newCategories).padStart(6)}`,
    ...(report.categoryRows > 0
      ? [
          `  ${'changed categories'.padEnd(14)}${String(report.changedCategories).padStart(2)}`,
          `  of the rows, ${report.categoryRows} describe categories`,
        ]
      : []),
    ...report.rejections.map(({ line, reason }) => `line ${line}: ${reason}`),
  ]
  const untold = report.rejected - report.rejections.length
  if (untold > 0 && flags.report === undefined) lines.push(`and ${untold} more: --report FILE lists them all`)
  else if (untold > 0) lines.push(`and ${untold} more, all listed in ${flags.report}`)
  return `${lines.join('\n')}\n`
}

function batchSize(value: string): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < 1 || number > 10_000)
    throw new InvalidArgumentError('It must be a number from 1 to 10000.')
  return number
}
