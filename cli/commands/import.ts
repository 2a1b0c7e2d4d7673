import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import {
  type ImportColumn,
  type ImportSettings,
  importSettingsSchema,
  type Rejection,
} from '#shared/import-export-rules.ts'
import { FACTS, type Fact } from '#shared/tool-fields.ts'
import { counted } from '../../server/lib/counted.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { messageOf } from '../../server/lib/unknown.ts'
import { readFacts } from '../../server/product/facts.ts'
import { Refused } from '../../server/product/import-export/answers.ts'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import type { ImportReport } from '../../server/product/import-export/import-options.ts'
import type { Reading } from '../../server/product/import-export/parse-rows.ts'
import { fieldsOf } from '../../server/product/import-export/read-columns.ts'
import { undoImport } from '../../server/product/import-export/undo-import.ts'
import { withDatabase } from '../database.ts'
import { asText, readGivenFile } from '../read-given-file.ts'
import { drawProgress } from '../terminal.ts'

type Columns = NonNullable<ImportSettings['columns']>

interface ImportFlags {
  dryRun: boolean
  report?: string
  /** Fields of columns, by the names given as `Titel=name`. */
  column?: Columns
  mapping?: string
  overwrite?: boolean
  cut?: boolean
}

/** `plaudit import FILE`: imports a catalogue. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Create and update tools and their categories from a file.\n\n' +
        'FILE is JSON Lines (.jsonl, .ndjson) or a table (.csv, .tsv, .xlsx) whose first line names the columns: ' +
        `name, slug, short_description, website_url, categories, featured, ${FACTS.map(({ column }) => column).join(', ')}. ` +
        'Columns with other names are recognised or assigned with --column; those of JSON likewise.\n\n' +
        'Without a slug a tool is found by its address, or gets one made from its name. In a table, several categories or platforms are separated by ; or ' +
        '|. The first category is the primary one. A tool that exists gets what it lacks, and with --overwrite ' +
        'everything in the file; where a column is missing, it keeps its own value. Entities are decoded and markup is stripped, except in files written by `export`.',
    )
    .argument('<file>', 'the catalogue')
    .option('--column <name=field>', 'what a column means, "name=" for nothing; may be repeated', addColumn)
    .option(
      '--mapping <file>',
      'a JSON file with such settings: {"columns": {"Titel": "name"}, "categories": {"Videos": "Video"}}',
    )
    .option('--overwrite', 'replace values of tools that exist', false)
    .option('--cut', 'cut texts that are too long', false)
    .option('--dry-run', 'say what would happen, write nothing', false)
    .option('--report <file>', 'write the report with every rejected line to this file, as JSON')
    .action(runImport)
}

/** `plaudit undo-import ID`: takes an import back, of the browser or the command line. */
export function undoImportCommand(): Command {
  return new Command('undo-import')
    .description(
      'Take an import back: delete what it created and restore what it changed. What was changed or recommended ' +
        'since stays.',
    )
    .argument('<id>', 'of the import, as `import` prints it')
    .action(async (id: string) => {
      const undoing = withDatabase((sql) => undoImport(sql, { id, source: 'command line', actorId: null }))
      const { deleted, restored, kept } = await undoing.catch((error: unknown) => {
        throw error instanceof Refused ? new UnusableInput(error.message) : error
      })
      process.stdout.write(
        `${deleted} deleted, ${restored} restored, ${kept} kept because they were changed or recommended since\n`,
      )
    })
}

async function runImport(file: string, flags: ImportFlags): Promise<void> {
  const settings = await readSettings(flags)
  const reading: Reading = {
    columns: settings.columns ?? {},
    onColumns: (columns) => expectColumns(flags, columns),
  }
  const catalogue = await openCatalogueFile(file, reading)
  if (flags.report !== undefined && isSameFile(flags.report, file))
    throw new UnusableInput('the report would overwrite the catalogue: choose another file')
  const reportFile = flags.report === undefined ? undefined : openReportFile(flags.report)
  const progress = drawProgress(process.stderr)
  let id: string | undefined
  const report = await withDatabase(async (sql, signal) => {
    // The first row is read after this.
    reading.facts = await readFacts(sql)
    expectFields(settings, reading.facts)
    return importCatalogue(sql, catalogue.rows, {
      signal,
      settings,
      dryRun: flags.dryRun,
      record: { source: 'command line', file: path.basename(file), actorId: null },
      onRejected: reportFile?.addRejection,
      onRecorded: (recorded) => {
        id = recorded
      },
      onProgress: ({ rows }) => progress.update(catalogue.progress(), `${rows} rows`),
    })
  }, 'nothing was imported').finally(progress.clear)
  process.stdout.write(describeReport(file, flags, report))
  if (id !== undefined) process.stdout.write(`to take it back: undo-import ${id}\n`)
  // Last: where it fails, what was imported has been said.
  reportFile?.finish({ file, dryRun: flags.dryRun, ...report })
}

/** Also by another name, such as a link. */
function isSameFile(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    // Opening it says why not.
    return false
  }
}

function addColumn(pair: string, earlier: Columns = {}): Columns {
  const end = pair.lastIndexOf('=')
  if (end < 1) throw new UnusableInput(`--column ${pair}: write it as name=field`)
  const name = pair.slice(0, end)
  if (Object.hasOwn(earlier, name)) throw new UnusableInput(`--column ${pair}: ${name} was given before`)
  return { ...earlier, [name]: pair.slice(end + 1) || null }
}

/** The settings of the mapping file and of the flags, which count more. */
async function readSettings({ mapping, column, overwrite, cut }: ImportFlags): Promise<ImportSettings> {
  const given = mapping === undefined ? {} : await readMapping(mapping)
  return {
    ...given,
    columns: { ...given.columns, ...column },
    existing: overwrite ? 'overwrite' : (given.existing ?? 'fill'),
    cut: cut || given.cut === true,
  }
}

/** A name that is misspelt would be left out without a word. */
function expectFields({ columns = {} }: ImportSettings, facts: readonly Fact[]): void {
  const fields = fieldsOf(facts).map(({ column }) => column)
  for (const [name, field] of Object.entries(columns))
    if (field !== null && !fields.includes(field))
      throw new UnusableInput(`column ${name}: there is no field ${field}: there are ${fields.join(', ')}`)
}

/** Likewise; a mapping file may be for several tables. */
function expectColumns({ column = {} }: ImportFlags, columns: readonly ImportColumn[]): void {
  const names = columns.map(({ name }) => name)
  const missing = Object.keys(column).find((name) => !names.includes(name))
  if (missing !== undefined)
    throw new UnusableInput(`there is no column ${missing} in the file: there are ${names.join(', ')}`)
}

async function readMapping(file: string): Promise<ImportSettings> {
  const text = asText(file, await readGivenFile(file))
  try {
    return importSettingsSchema.parse(JSON.parse(text))
  } catch {
    throw new UnusableInput(`${file} is not a file with settings of an import`)
  }
}

/**
 * The report as a file: one JSON object that contains every rejected line, written as they come, so that memory does not
 * grow with them. Opened before the import starts; throws UnusableInput if it cannot be written.
 */
export function openReportFile(file: string) {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw new UnusableInput(`the report cannot be written to ${file}: ${messageOf(error)}`)
    }
  }
  const descriptor = attempt(() => openSync(file, 'w'))
  const write = (text: string) => attempt(() => writeSync(descriptor, text))
  let separator = '{"rejections":['
  return {
    addRejection: (rejection: Rejection): void => {
      write(`${separator}\n${JSON.stringify(rejection)}`)
      separator = ','
    },
    finish: ({ rejections: _, ...counts }: ImportReport & { file: string; dryRun: boolean }): void => {
      const opening = separator === ',' ? '' : separator
      write(`${opening}\n],${JSON.stringify(counts).slice(1)}\n`)
      closeSync(descriptor)
    },
  }
}

/** The report as text. */
export function describeReport(file: string, flags: ImportFlags, report: ImportReport): string {
  const figure = (label: string, count: number) => `  ${label}${String(count).padStart(20 - label.length)}`
  const lines = [
    `${file}: ${counted(report.rows, 'row')}${flags.dryRun ? ' (dry run, nothing was written)' : ''}`,
    ...(['created', 'updated', 'unchanged', 'rejected'] as const).map((key) => figure(key, report[key])),
    figure('new categories', report.newCategories),
  ]
  if (report.categoryRows > 0)
    lines.push(
      figure('changed categories', report.changedCategories),
      `  of the rows, ${report.categoryRows === 1 ? '1 describes a category' : `${report.categoryRows} describe categories`}`,
    )
  lines.push(...report.rejections.map(({ line, reason }) => `line ${line}: ${reason}`))
  const untold = report.rejected - report.rejections.length
  if (untold > 0 && flags.report === undefined) lines.push(`and ${untold} more: --report FILE lists them all`)
  else if (untold > 0) lines.push(`and ${untold} more, all listed in ${flags.report}`)
  return `${lines.join('\n')}\n`
}
