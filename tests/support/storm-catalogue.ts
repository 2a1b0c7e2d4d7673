import { randomInt } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { anyOf, type Scene, type Write, type Writes, word } from './storm-scene.ts'

/** A PNG in base64. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** What administrators do to tools and categories. */
export function catalogueWrites({
  admins,
  as,
  byAdmin,
  category,
  sql,
  tool,
  addCategory,
  addTool,
}: Scene): Writes {
  const saveTool = (t: TransactionSql, id: string | null, categories: string[]) => t`
    select public.save_tool(tool_id => ${id}, name => ${`Saved ${word()}`}, slug => ${`saved-${word()}`},
      short_description => 'Text', website_url => 'https://tool.example', category_ids => ${categories}::uuid[])`
  const saving: Write = async () => {
    const [id, categories] = [await tool(), [await category(), await category()]]
    await as(anyOf(admins), (t) => saveTool(t, id, categories))
  }
  const creating = byAdmin(category, (t, id) => saveTool(t, null, [id]))
  const tellingChanges: Write = () => sql`select private.tell_tool_changes(3, interval '0')`
  /** Of several, while one moves or is deleted. */
  const checkingLinks: Write = async () => {
    await sql`select private.queue_link_checks()`
    const due = await sql<{ tool_id: string; url: string }[]>`select * from private.links_to_check(5)`
    const found = due.map((link) => ({ ...link, state: 'moved', leads_to: `https://${word()}.example` }))
    const ids = due.map(({ tool_id }) => tool_id)
    await Promise.all([
      sql`select private.note_link_checks(${JSON.stringify(found)}::text::jsonb)`,
      as(anyOf(admins), (t) => t`select public.check_links_again(${ids})`),
    ])
    const changes = found.map(({ tool_id, url: from, leads_to: to }) => ({ tool_id, from, to }))
    await as(
      anyOf(admins),
      (t) => t`select public.replace_addresses(${JSON.stringify(changes)}::text::jsonb)`,
    )
  }
  /** Suggests, finds, approves and takes back icons, while their tools change or are deleted. */
  const decidingIcons: Write = async () => {
    await as(anyOf(admins), (t) => t`select public.suggest_icons()`)
    const due = await sql<{ tool_id: string; url: string }[]>`select * from private.icons_to_find(5)`
    const found = due.map((site) => ({ ...site, picture: PIXEL }))
    const choices = due.map(({ tool_id }) => ({ tool_id, ...(randomInt(2) === 0 && { logo: '/x.png' }) }))
    await sql`select private.note_icons(${JSON.stringify(found)}::text::jsonb)`
    await as(anyOf(admins), (t) => t`select public.decide_icons(${JSON.stringify(choices)}::text::jsonb)`)
    await as(anyOf(admins), (t) => t`select public.undo_icons(${due.map(({ tool_id }) => tool_id)})`)
  }
  /** Two become one, and half of the time two again; what is gone is replaced. */
  const merging: Write = async () => {
    const isTool = randomInt(4) > 0
    const [gone, kept] = isTool ? [await tool(), await tool()] : [await category(), await category()]
    await as(anyOf(admins), (t) =>
      isTool
        ? t`select public.merge_tools(${gone}, ${kept})`
        : t`select public.merge_categories(${gone}, ${kept})`,
    )
    if (randomInt(2) === 0) await as(anyOf(admins), (t) => t`select public.undo_merge(${gone})`)
    else await (isTool ? addTool() : addCategory())
  }
  const renaming = byAdmin(
    tool,
    (t, id) => t`update public.tools set name = ${`Renamed ${word()}`} where id = ${id}`,
  )
  const featuring = byAdmin(
    tool,
    (t, id) => t`update public.tools set featured = not featured where id = ${id}`,
  )
  const choosingByHand: Write = async () => {
    const [toolId, first, second] = [await tool(), await category(), await category()]
    await as(anyOf(admins), async (t) => {
      await t`delete from public.tool_categories where tool_id = ${toolId}`
      await t`insert into public.tool_categories (tool_id, category_id)
        select distinct ${toolId}::uuid, unnest(${[first, second]}::uuid[])`
    })
  }
  const movingCategory = byAdmin(
    category,
    (t, id) => t`update public.categories set slug = ${`moved-${word()}`} where id = ${id}`,
  )
  const deletingTool: Write = async () => {
    const id = await tool()
    await as(anyOf(admins), (t) => t`delete from public.tools where id = ${id}`)
    await addTool()
  }
  const deletingCategory: Write = async () => {
    const id = await category()
    await as(anyOf(admins), (t) => t`delete from public.categories where id = ${id}`)
    await addCategory()
  }
  const importing: Write = async () => {
    const tools = await sql<{ slug: string }[]>`select slug from public.tools order by random() limit 8`
    const categories = await sql<
      { name: string }[]
    >`select name from public.categories order by random() limit 2`
    const rows = tools.map(({ slug }, index) => ({
      line: index + 1,
      value: {
        name: `Imported ${word()}`,
        slug,
        short_description: 'Text',
        website_url: 'https://tool.example',
        categories: categories.map(({ name }) => name),
      },
    }))
    await importCatalogue(sql, rows)
  }
  return [
    [3, tellingChanges],
    [8, saving],
    [4, checkingLinks],
    [4, decidingIcons],
    [6, merging],
    [8, renaming],
    [3, deletingTool],
    [3, deletingCategory],
    [3, importing],
    [3, creating],
    [3, featuring],
    [3, choosingByHand],
    [2, movingCategory],
  ]
}
