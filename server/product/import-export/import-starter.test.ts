import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../../../tests/support/collect.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { checkRow } from './catalogue-row.ts'

const folder = path.join(import.meta.dirname, '../../../supabase/starter')

async function readValues(file: string): Promise<unknown[]> {
  const { rows } = await openCatalogueFile(path.join(folder, file))
  return (await collect(rows)).map((row) => ('value' in row ? row.value : row))
}

describe('the starter catalogue', async () => {
  const checked = (await readValues('catalogue.jsonl')).map(checkRow)
  const tools = checked.flatMap((row) => (row.ok ? [row.row] : []))
  const slugs = new Set(tools.flatMap((tool) => tool.categories ?? []).map((category) => category.slug))

  it('has only rows an import accepts, each tool once', () => {
    expect(checked.filter((row) => !row.ok)).toEqual([])
    expect(new Set(tools.map((tool) => tool.slug)).size).toBe(tools.length)
    expect(new Set(tools.map((tool) => tool.website_url)).size).toBe(tools.length)
  })

  it('is large and varied enough to show', () => {
    expect(tools.length).toBeGreaterThanOrEqual(60)
    expect(slugs.size).toBeGreaterThanOrEqual(12)
    expect(tools.every((tool) => tool.categories && tool.categories.length > 0)).toBe(true)
    expect(tools.filter((tool) => (tool.categories?.length ?? 0) > 1).length).toBeGreaterThanOrEqual(10)
    const featured = tools.filter((tool) => tool.featured).length
    expect(featured).toBeGreaterThan(2)
    expect(featured).toBeLessThan(10)
  })

  it('says one sentence about each tool, over https', () => {
    for (const tool of tools) {
      expect(tool.short_description).toMatch(/^\S.{20,140}\.$/)
      expect(tool.website_url).toMatch(/^https:/)
    }
  })

  it('describes exactly the categories it uses', async () => {
    expect(new Set(await readValues('categories.jsonl'))).toEqual(
      new Set(
        [...slugs].map((slug) => ({
          slug,
          name: expect.any(String),
          description: expect.stringMatching(/\.$/),
        })),
      ),
    )
  })
})
