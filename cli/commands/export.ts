import { open, rename, rm } from 'node:fs/promises'
import { Command, Option } from 'commander'
import type { Sql } from 'postgres'
import { counted } from '../../server/lib/counted.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { expectReplaceable } from '../../server/lib/expect-replaceable.ts'
import { messageOf } from '../../server/lib/unknown.ts'
import { formatOfName } from '../../server/product/import-export/catalogue-file.ts'
import { type ExportReport, exportCatalogue } from '../../server/product/import-export/export-catalogue.ts'
import type { CatalogueFormat } from '../../server/product/import-export/parse-rows.ts'
import { withDatabase } from '../database.ts'

interface ExportFlags {
  format?: keyof typeof FORMATS
}

const FORMATS = { jsonl: 'json-lines', csv: 'csv' } as const

/** `plaudit export [FILE]`: writes the catalogue in a form that imports back to the same. */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Write every category and tool to FILE, or to standard output.\n\n' +
        'What is written imports back to the same. Logos are written as addresses, not as pictures.',
    )
    .argument('[file]', 'where to write it; replaced once everything is written')
    .addOption(
      new Option('--format <format>', 'jsonl unless the name of FILE says otherwise').choices(
        Object.keys(FORMATS),
      ),
    )
    .action(runExport)
}

async function runExport(file: string | undefined, flags: ExportFlags): Promise<void> {
  const format = chooseFormat(file, flags)
  const report = await withDatabase(
    (sql, signal) =>
      file === undefined ? exportCatalogue(sql, format, print) : writeFile(sql, format, file, signal),
    file === undefined ? 'what was written is not complete' : `${file} was not written`,
  )
  process.stderr.write(
    `${counted(report.tools, 'tool')} and ${counted(report.categories, 'category', 'categories')} written\n`,
  )
}

function chooseFormat(file: string | undefined, { format }: ExportFlags): CatalogueFormat {
  const named = file === undefined ? 'json-lines' : formatOfName(file)
  if (format) return FORMATS[format]
  if (named) return named
  throw new UnusableInput(`${file}: say --format jsonl or --format csv, or give it such a name`)
}

/** Replaces a file only when the export is complete. */
async function writeFile(
  sql: Sql,
  format: CatalogueFormat,
  file: string,
  signal: AbortSignal,
): Promise<ExportReport> {
  await expectReplaceable(file)
  const unfinished = `${file}.part-${process.pid}`
  const unwritable = (error: unknown): never => {
    throw new UnusableInput(`${file} cannot be written: ${messageOf(error)}`)
  }
  try {
    const handle = await open(unfinished, 'w').catch(unwritable)
    const report = await exportCatalogue(sql, format, (text) => {
      signal.throwIfAborted()
      return handle.appendFile(text).catch(unwritable)
    }).finally(() => handle.close())
    await rename(unfinished, file).catch(unwritable)
    return report
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** A failure of standard output ends the process (plaudit.ts). */
const print = (text: string) => new Promise<void>((resolve) => process.stdout.write(text, () => resolve()))
