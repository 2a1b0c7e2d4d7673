import { describe, expect, it } from 'vitest'
import { originOf, suggestFields } from './read-columns.ts'

/** The columns of exports as these programs name them. */
describe('the columns of an export', () => {
  it.each<[string, string, string[], Record<string, string>]>([
    [
      'Airtable',
      'Tools-Grid view.csv',
      ['Name', 'Notes', 'Website', 'Tags', 'Status', 'Attachments'],
      { Name: 'name', Notes: 'short_description', Website: 'website_url', Tags: 'categories' },
    ],
    [
      'Notion',
      'Tools 0123456789abcdef0123456789abcdef.csv',
      ['Name', 'URL', 'Description', 'Tags', 'Created time', 'Last edited time'],
      { Name: 'name', URL: 'website_url', Description: 'short_description', Tags: 'categories' },
    ],
    [
      'Google Sheets',
      'Our tools - Sheet1.csv',
      ['Tool', 'Link', 'What it does', 'Description', 'Category', 'Price'],
      {
        Tool: 'name',
        Link: 'website_url',
        Description: 'short_description',
        Category: 'categories',
        Price: 'pricing',
      },
    ],
    [
      'WordPress',
      'listings.csv',
      ['ID', 'post_title', 'post_content', 'post_category', 'post_tags', 'geodir_website', 'featured'],
      {
        post_title: 'name',
        post_content: 'short_description',
        post_category: 'categories',
        geodir_website: 'website_url',
        featured: 'featured',
      },
    ],
    [
      'Plaudit',
      'catalogue.csv',
      ['format', 'kind', 'name', 'slug', 'short_description', 'website_url', 'description'],
      { format: 'format', kind: 'kind', name: 'name', slug: 'slug', description: 'description' },
    ],
  ])('of %s', (origin, file, names, expected) => {
    const fields = suggestFields(names)
    const found = Object.fromEntries(names.map((name, place) => [name, fields[place]]))
    expect(found).toMatchObject(expected)
    expect(originOf(file, names)).toBe(origin)
  })

  it.each([
    ['Bezeichnung', 'Webseite', 'Kurzbeschreibung', 'Kategorie'],
    ['Nombre', 'Sitio web', 'Descripción', 'Categorías'],
    ['名前', 'ウェブサイト', '説明', 'カテゴリー'],
    ['名称', '网址', '描述', '分类'],
    ['Название', 'Сайт', 'Описание', 'Категория'],
    ['الاسم', 'الموقع', 'الوصف', 'الفئة'],
  ])('in another language: %s', (...names) => {
    expect(suggestFields(names)).toEqual(['name', 'website_url', 'short_description', 'categories'])
    expect(originOf('tools.csv', names)).toBeNull()
  })

  it('are each field once, by the name that fits best', () => {
    expect(suggestFields(['Title', 'Name', 'Tags', 'categories', '', 'Anything'])).toEqual([
      null,
      'name',
      null,
      'categories',
      null,
      null,
    ])
  })
})
