import { describe, expect, it } from 'vitest'
import { DEFAULT_WORDS } from '#shared/words.ts'
import type { AuditEntry } from './audit-data'
import { fieldChangesOf } from './field-changes'
import { groupEntries } from './group-entries'
import { sentenceOf } from './sentence'

const TOOL = 'tool-1'
let nextId = 1000

function entry(given: Partial<AuditEntry>): AuditEntry {
  return {
    id: nextId--,
    created_at: '2026-11-21T10:00:00+00:00',
    actor_id: 'ann-id',
    actor: '@ann',
    action: 'update',
    table_name: 'tools',
    row_id: TOOL,
    before: null,
    after: null,
    source: 'api',
    person_id: null,
    person: null,
    subject: 'Whisper',
    subject_slug: 'whisper',
    names: {},
    ...given,
  }
}

const category = (action: 'insert' | 'delete', id: string) =>
  entry({
    table_name: 'tool_categories',
    action,
    row_id: `row-${id}`,
    [action === 'insert' ? 'after' : 'before']: { tool_id: TOOL, category_id: id },
    names: { [id]: `Category ${id}`, [TOOL]: 'Whisper' },
  })

const readable = (entries: AuditEntry[]) =>
  groupEntries(entries).map((saved) => {
    const { who, did, what, rest } = sentenceOf(saved, DEFAULT_WORDS)
    return [`${who} ${did} ${what ?? ''}${rest}`.trim(), fieldChangesOf(saved)] as const
  })

describe('one save', () => {
  it('of a tool and its categories reads as one entry', () => {
    const saved = [
      category('insert', 'c'),
      category('insert', 'b'),
      category('delete', 'b'),
      category('delete', 'a'),
      entry({ before: { name: 'Old', featured: false }, after: { name: 'Whisper', featured: true } }),
    ]
    expect(readable(saved)).toEqual([
      [
        '@ann changed the tool Whisper',
        [
          { field: 'Name', before: 'Old', after: 'Whisper' },
          { field: 'Featured', before: 'No', after: 'Yes' },
          { field: 'Categories changed', before: 'Category a', after: 'Category c' },
        ],
      ],
    ])
  })

  it('of the categories only says so, and of their order only says nothing', () => {
    expect(readable([category('insert', 'c'), category('delete', 'a')])[0]?.[0]).toBe(
      '@ann changed the categories of the tool Whisper',
    )
    expect(
      readable([
        category('insert', 'b'),
        category('insert', 'a'),
        category('delete', 'a'),
        category('delete', 'b'),
      ]),
    ).toEqual([])
  })

  it('is not mixed with another of the same time, author or tool', () => {
    expect(
      groupEntries([
        entry({}),
        entry({ actor_id: 'bob-id' }),
        entry({ row_id: 'tool-2' }),
        entry({ created_at: '2026-11-21T10:00:00.000001+00:00' }),
        entry({ table_name: 'categories' }),
      ]),
    ).toHaveLength(5)
  })
})

describe('a sentence', () => {
  const about = (given: Partial<AuditEntry>) =>
    readable([entry({ person: '@bob', person_id: 'bob-id', ...given })])[0]?.[0]
  const upvote = { table_name: 'tool_upvotes' }
  const admins = { table_name: 'administrators' }
  const suspensions = { table_name: 'suspensions' }

  it.each([
    [{ action: 'insert' }, '@ann added the tool Whisper'],
    [
      { action: 'delete', subject: null, before: { name: 'Gone', upvote_count: 3 } },
      '@ann deleted the tool Gone with its 3 recommendations',
    ],
    [{ table_name: 'categories', subject: 'Audio' }, '@ann changed the category Audio'],
    [{ ...upvote, after: { flag_status: 'approved' } }, '@ann approved a recommendation of Whisper by @bob'],
    [{ ...upvote, after: { flag_status: 'rejected' } }, '@ann rejected a recommendation of Whisper by @bob'],
    [
      { ...upvote, after: { flag_status: 'pending' } },
      '@ann undid a decision about a recommendation of Whisper by @bob',
    ],
    [
      { ...upvote, action: 'delete', person: null },
      '@ann deleted a recommendation of Whisper by a former member',
    ],
    [
      { ...upvote, action: 'insert', after: { flag_status: 'approved' } },
      '@ann undid the deletion of a recommendation of Whisper by @bob',
    ],
    [
      { table_name: 'upvote_flags', person: null, after: { is_automatic: true } },
      '@ann decided a report about Whisper by an automatic check',
    ],
    [{ ...admins, action: 'insert' }, '@ann made @bob an administrator'],
    [{ ...admins, action: 'delete' }, '@ann revoked @bob as administrator'],
    [
      { ...admins, action: 'delete', actor_id: 'bob-id', actor: '@bob' },
      '@bob stopped being an administrator',
    ],
    [{ ...suspensions, action: 'insert' }, '@ann suspended @bob'],
    [{ ...suspensions }, '@ann lifted the suspension of @bob'],
    [{ table_name: 'catalogue_imports', after: { file: 'tools.csv' } }, '@ann imported tools.csv'],
    [{ table_name: 'later_table' }, '@ann changed an entry of later table'],
    [{ actor: null }, 'A former administrator changed the tool Whisper'],
    [{ actor: null, actor_id: null, source: 'command line' }, 'The command line changed the tool Whisper'],
    [
      { actor: null, actor_id: null, source: 'key' },
      'A service with the secret key changed the tool Whisper',
    ],
    [
      { actor: null, actor_id: null, source: 'database' },
      'Someone with access to the database changed the tool Whisper',
    ],
  ] as const)('%j reads %j', (given, sentence) => {
    expect(about(given)).toBe(sentence)
  })
})

it('names the primary category before and after, also a deleted one', () => {
  const [saved] = groupEntries([
    entry({ before: { category_id: 'a' }, after: { category_id: 'b' }, names: { b: 'Audio' } }),
  ])
  expect(saved && fieldChangesOf(saved)).toEqual([
    { field: 'Primary category', before: 'a deleted category', after: 'Audio' },
  ])
})

it('facts are shown with their labels, long texts from where they differ', () => {
  const long = 'x'.repeat(700)
  const none = { pricing: null, open_source: null, platforms: [], long_description: `${long}a` }
  const [[, differences] = []] = readable([
    entry({
      before: none,
      after: {
        pricing: 'contact-sales',
        open_source: false,
        platforms: ['web', 'ios'],
        long_description: `${long}b`,
      },
    }),
  ])
  expect(differences).toEqual([
    { field: 'Pricing', before: undefined, after: 'Contact sales' },
    { field: 'Open source', before: undefined, after: 'No' },
    { field: 'Platforms', before: undefined, after: 'Web, iOS' },
    { field: 'Details', before: `…${'x'.repeat(40)}a`, after: `…${'x'.repeat(40)}b` },
  ])
})

it.each([
  [null, '/one.png', 'Added'],
  ['/one.png', '/two.png', 'Replaced'],
  ['/two.png', null, 'Removed'],
])('a logo that was %s and is %s shows as %s', (was, is, after) => {
  const [[, differences] = []] = readable([entry({ before: { logo: was }, after: { logo: is } })])
  expect(differences).toEqual([{ field: 'Logo', before: undefined, after }])
})

it('settings of the site are shown by name, with their old values', () => {
  const [[sentence, differences] = []] = readable([
    entry({
      table_name: 'site_settings',
      subject: null,
      before: { name: null, social_links: null, logo_path: null, sign_up: 'open' },
      after: {
        name: 'Ovation',
        social_links: [{ label: 'X', url: 'https://x.com/us' }],
        logo_path: '/storage/v1/object/public/tool-logos/a.png',
        sign_up: 'closed',
        version: 2,
      },
    }),
  ])
  expect(sentence).toBe('@ann changed the settings of the site')
  expect(differences).toEqual([
    { field: 'Name', before: undefined, after: 'Ovation' },
    { field: 'Logo', before: undefined, after: 'Added' },
    { field: 'Social links', before: undefined, after: 'X: https://x.com/us' },
    { field: 'Who may sign up', before: 'open', after: 'closed' },
  ])
})
