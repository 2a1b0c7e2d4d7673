import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../../../tests/support/collect.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { readLine } from './read-line.ts'

const STARTER = path.join(import.meta.dirname, '../../../supabase/starter/catalogue.jsonl')

describe('the starter catalogue', async () => {
  const lines = (await collect((await openCatalogueFile(STARTER)).rows)).map((row) => readLine(row))
  const entries = lines.flatMap((line) => (line.kind === 'rejected' ? [] : [line]))
  const tools = entries.filter(({ kind }) => kind === 'tool')
  const slugs = new Set(tools.flatMap((tool) => tool.categories ?? []).map((category) => category.slug))

  it('has only rows an import accepts, each tool once', () => {
    expect(lines.filter(({ kind }) => kind === 'rejected')).toEqual([])
    expect(new Set(tools.map((tool) => tool.columns.slug)).size).toBe(tools.length)
    expect(new Set(tools.map((tool) => tool.columns.website_url)).size).toBe(tools.length)
  })

  it('is large and varied enough to show', () => {
    expect(tools.length).toBeGreaterThanOrEqual(60)
    expect(slugs.size).toBeGreaterThanOrEqual(12)
    expect(tools.every((tool) => tool.categories && tool.categories.length > 0)).toBe(true)
    expect(tools.filter((tool) => (tool.categories?.length ?? 0) > 1).length).toBeGreaterThanOrEqual(10)
    const featured = tools.filter((tool) => tool.columns.featured).length
    expect(featured).toBeGreaterThan(2)
    expect(featured).toBeLessThan(10)
  })

  it('says one sentence about each tool, over https', () => {
    for (const tool of tools) {
      expect(tool.columns.short_description).toMatch(/^\S.{20,140}\.$/)
      expect(tool.columns.website_url).toMatch(/^https:/)
    }
  })

  it('describes exactly the categories it uses', () => {
    const categories = entries.flatMap(({ kind, columns }) => (kind === 'category' ? [columns] : []))
    expect(new Set(categories.map(({ slug }) => slug))).toEqual(slugs)
    for (const { description } of categories) expect(description).toMatch(/\.$/)
  })
})
