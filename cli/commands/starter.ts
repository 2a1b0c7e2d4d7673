import { Command } from 'commander'
import { counted } from '../../server/lib/counted.ts'
import { removeStarter, restoreStarter } from '../../server/product/import-export/import-starter.ts'
import { withDatabase } from '../database.ts'

const CALL = { record: { source: 'command line', actorId: null } } as const

/** `plaudit starter remove|restore`: begins empty, and takes that back. */
export function starterCommand(): Command {
  return new Command('starter')
    .description('Remove the starter catalogue, or bring it back.')
    .addCommand(
      new Command('remove')
        .description('Delete what is in the starter catalogue and was neither changed nor recommended since.')
        .action(remove),
    )
    .addCommand(new Command('restore').description('Add the starter catalogue again.').action(restore))
}

async function remove(): Promise<void> {
  const { tools, categories } = await withDatabase((sql) => removeStarter(sql, CALL))
  process.stdout.write(`${said(tools, categories)} of the starter removed\n`)
}

async function restore(): Promise<void> {
  const report = await withDatabase((sql, signal) => restoreStarter(sql, { ...CALL, signal }))
  process.stdout.write(`${said(report.created, report.newCategories)} of the starter added\n`)
}

const said = (tools: number, categories: number) =>
  `${counted(tools, 'tool')} and ${counted(categories, 'category', 'categories')}`
