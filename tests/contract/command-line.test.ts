import { randomUUID } from 'node:crypto'
import { readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openPlaudit, runPlaudit } from '../support/command-line.ts'
import { closing, temporaryFolder, testDatabase } from '../support/test-file.ts'

// Starting the program takes most of the time, and several seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const database = await testDatabase()
const folder = await temporaryFolder()
const commands = closing(openPlaudit())

/** On this file's database. */
const plaudit = (args: string[], env: Record<string, string> = {}) =>
  commands.run(args, { DATABASE_URL: database.url, ...env })

async function file(name: string, content: string): Promise<string> {
  const target = path.join(folder, name)
  await writeFile(target, content)
  return target
}

const TABLE = (name: string, license: string) =>
  'name,slug,short_description,website_url,license\n' +
  `${name},${name.toLowerCase()},Does one thing.,https://${name.toLowerCase()}.example,${license}\n`

describe('import', () => {
  it('imports a CSV, reports on standard output and in a file, and exits with 0', async () => {
    const table = await file(
      'tools.csv',
      'name,short_description,website_url,categories\r\n' +
        'Alpha,"Does **one** thing, well &amp; fast.",https://alpha.example,Sales &amp; Marketing;Video\r\n' +
        'Beta,,nowhere,\r\n',
    )
    const report = path.join(folder, 'report.json')
    const dry = await plaudit(['import', table, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, error: '' })
    expect(dry.out).toContain('nothing was written')
    expect(await database.sql`select from public.tools`).toHaveLength(0)

    const done = await runPlaudit(['import', table, '--report', report], { DATABASE_URL: database.url })
    expect(done).toMatchObject({ code: 0, error: '' })
    expect(done.out).toMatch(
      /2 rows\n +created +1\n +updated +0\n +unchanged +0\n +rejected +1\n +new categories +2\n/,
    )
    expect(done.out).toContain('line 3: Description is required; Must be a valid URL')
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      rows: 2,
      created: 1,
      rejections: [{ line: 3, reason: 'Description is required; Must be a valid URL' }],
    })
    expect(await database.sql`select slug, short_description from public.tools`).toEqual([
      { slug: 'alpha', short_description: 'Does one thing, well & fast.' },
    ])
  })

  it('is taken back by the id that it prints, once', async () => {
    const stored = () => database.sql`select name, slug, license, featured from public.tools order by slug`
    await plaudit(['import', await file('first.csv', TABLE('Delta', 'MIT'))])
    const before = await stored()
    const { out } = await plaudit([
      'import',
      '--overwrite',
      await file(
        'second.csv',
        `${TABLE('Delta', 'GPL')}Epsilon,epsilon,Also one thing.,https://epsilon.example,\n`,
      ),
    ])
    expect(await stored()).toHaveLength(before.length + 1)
    const [id = ''] = /(?<=undo-import )\S+/.exec(out) ?? []
    expect(await plaudit(['undo-import', id])).toEqual({
      code: 0,
      out: '1 deleted, 1 restored, 0 kept because they were changed or recommended since\n',
      error: '',
    })
    expect(await stored()).toEqual(before)
    for (const [wanted, message] of [
      [id, 'This import has been undone already'],
      [randomUUID(), 'There is no such import'],
      ['none', 'There is no such import'],
    ] as const)
      expect(await plaudit(['undo-import', wanted])).toMatchObject({
        code: 2,
        error: `plaudit: ${message}\n`,
      })
    const sources = await database.sql`select distinct source from public.audit_log`
    expect(sources).toEqual([{ source: 'command line' }])
  })

  it('a report that does not fit on the disk: one line, after what was imported', async () => {
    const wrong = await file('wrong.csv', TABLE('Wrong', 'x'.repeat(101)))
    const before = await database.sql`select count(*) from public.tools`
    for (const table of [wrong, await file('right.csv', TABLE('Right', 'MIT'))]) {
      const ended = await plaudit(['import', table, '--report', '/dev/full'])
      expect(ended.code).toBe(2)
      expect(ended.error).toMatch(/^plaudit: the report cannot be written to \/dev\/full: ENOSPC.*\n$/)
      // The rejections are written while it imports, the counts afterwards.
      expect(ended.out).toEqual(table === wrong ? '' : expect.stringMatching(/created +1/))
    }
    const after = await database.sql`select count(*) from public.tools`
    expect(Number(after[0]?.count)).toBe(Number(before[0]?.count) + 1)
  })

  it('refuses what it cannot use with one line and exit code 2', async () => {
    const columns = await file('columns.csv', 'title,url\na,b\n')
    const lines = await file('fine.jsonl', '{}')
    const link = path.join(folder, 'link.json')
    await symlink(lines, link)
    for (const [args, message] of [
      [[await file('tools.ods', '')], /must end with \.jsonl/],
      [[columns], /must have at least the columns/],
      [[lines, '--report', lines], /would overwrite/],
      [[lines, '--report', link], /would overwrite/],
      [
        [lines, '--report', path.join(folder, 'x'.repeat(300))],
        /the report cannot be written to .*ENAMETOOLONG/,
      ],
      [[lines, '--mapping', path.join(folder, 'none.json')], /none\.json cannot be read/],
      [[columns, '--column', 'title=nme'], /column title: there is no field nme: there are name, /],
      [
        [columns, '--column', 'title=name', '--column', 'title='],
        /--column title=: title was given before$/m,
      ],
      [[columns, '--column', 'Title=name'], /no column Title in the file: there are title, url$/m],
      [[lines, '--report', ''], /an argument is empty/],
      [[''], /an argument is empty/],
    ] as const) {
      const ended = await plaudit(['import', ...args])
      expect(ended).toMatchObject({ code: 2, out: '' })
      expect(ended.error).toMatch(message)
      expect(ended.error.trim().split('\n')).toHaveLength(1)
    }
    expect(await readFile(lines, 'utf8')).toBe('{}')
  })
})

describe('export', () => {
  it('writes to standard output, or to a file in the format of its name', async () => {
    const out = await plaudit(['export'])
    expect(out.code).toBe(0)
    expect(out.error).toMatch(/^\d+ tools and \d+ categories written\n$/)
    const table = path.join(folder, 'out.csv')
    expect(await plaudit(['export', table])).toMatchObject({ code: 0, out: '' })
    expect((await plaudit(['export', '--format', 'csv'])).out).toBe(await readFile(table, 'utf8'))
  })

  it('refuses a file it cannot write, and leaves an existing one unchanged', async () => {
    const [unknown, away] = [path.join(folder, 'out.xlsx'), path.join(folder, 'none/out.csv')]
    expect(await plaudit(['export', unknown])).toMatchObject({ code: 2, out: '' })
    const ended = await plaudit(['export', away])
    expect(ended).toMatchObject({ code: 2, out: '' })
    expect(ended.error).toMatch(/^plaudit: .*none\/out\.csv cannot be written: .*\n$/)
  })

  // A link to one: as root the device itself would be gone for all programs.
  it.each(['export', 'backup'])('never replaces a device, a link or a folder: %s', async (command) => {
    const device = path.join(folder, `${command}.csv`)
    await symlink('/dev/null', device)
    const ended = await plaudit([command, device], { DATA_DIR: path.join(folder, 'data') })
    expect(ended).toEqual({
      code: 2,
      out: '',
      error: `plaudit: ${device} is a folder, a link or a device: give the name of a file\n`,
    })
    expect(await readlink(device)).toBe('/dev/null')
  })
})

describe('admin', () => {
  const account = (email: string, verified: boolean) => {
    const id = randomUUID()
    const metadata = { username: `user-${id.slice(0, 8)}`, full_name: 'A Member' }
    return database.sql`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${email}, ${verified ? new Date() : null}, ${database.sql.json(metadata)})`
  }

  it('grants, lists and revokes, and says when nothing changed', async () => {
    await account('keeper@example.org', true)
    expect((await plaudit(['admin', 'list'])).out).toBe('No one has a role.\n')
    expect(await plaudit(['admin', 'grant', 'Keeper@example.org'])).toEqual({
      code: 0,
      out: 'Keeper@example.org is now an administrator\n',
      error: '',
    })
    expect((await plaudit(['admin', 'grant', 'keeper@example.org'])).out).toContain(
      'was an administrator already',
    )
    expect((await plaudit(['admin', 'list'])).out).toMatch(
      /^keeper@example\.org {2}administrator since \d{4}-\d\d-\d\d, by command line\n$/,
    )
    await account('second@example.org', true)
    await database.sql`select private.grant_admin('second@example.org', 'test')`
    const asEditor = ['admin', 'grant', 'keeper@example.org', '--role', 'editor']
    expect((await plaudit(asEditor)).out).toBe('keeper@example.org is now an editor\n')
    expect((await plaudit(asEditor)).out).toBe('keeper@example.org was an editor already\n')
    expect((await plaudit(['admin', 'list'])).out).toContain('keeper@example.org  editor since')
    expect((await plaudit(['admin', 'revoke', 'keeper@example.org'])).out).toContain('has no role any more')
    expect((await plaudit(['admin', 'revoke', 'keeper@example.org'])).out).toContain('had no role')
    const logged = await database.sql`
      select action, source from public.audit_log where table_name = 'administrators' order by id`
    expect(logged.map((row) => `${row.action} ${row.source}`)).toEqual([
      'insert command line',
      'insert command line',
      'update command line',
      'delete command line',
    ])
  })

  it('keeps the last administrator, with one line and exit code 1', async () => {
    expect(await plaudit(['admin', 'revoke', 'second@example.org'])).toEqual({
      code: 1,
      out: '',
      error: 'plaudit: second@example.org: The last administrator cannot be revoked\n',
    })
    expect((await plaudit(['admin', 'list'])).out).toMatch(
      /^second@example\.org {2}administrator since .*\n$/,
    )
  })

  it('refuses an unknown address and one that is not verified, with one line and exit code 1', async () => {
    await account('new@example.org', false)
    expect(await plaudit(['admin', 'grant', 'nobody@example.org'])).toEqual({
      code: 1,
      out: '',
      error: 'plaudit: nobody@example.org: no account with that address\n',
    })
    expect(await plaudit(['admin', 'revoke', 'nobody@example.org'])).toMatchObject({ code: 1, out: '' })
    expect((await plaudit(['admin', 'grant', 'new@example.org'])).error).toBe(
      'plaudit: new@example.org: that account has not verified its address yet\n',
    )
    expect(await database.sql`select from private.administrators`).toHaveLength(1)
  })
})

describe('without a database to work on', () => {
  it('says so in one line', async () => {
    const away = await plaudit(['admin', 'list'], { DATABASE_URL: 'postgres://plaudit@127.0.0.1:1/none' })
    expect(away.code).toBe(1)
    expect(away.error).toMatch(/^plaudit: DATABASE_URL cannot be used: .*\n$/)
  })

  it('asks for the DATABASE_URL of a hosted project', async () => {
    const hosted = {
      SUPABASE_URL: 'https://x.supabase.example',
      SUPABASE_PUBLISHABLE_KEY: 'key',
      DATABASE_URL: '',
    }
    const ended = await plaudit(['admin', 'list'], hosted)
    expect(ended.code).toBe(1)
    expect(ended.error).toMatch(/^plaudit: SUPABASE_URL names a hosted project: set DATABASE_URL .*\n$/)
  })
})

describe('audit', () => {
  it('deletes the entries that are older than the days to keep, and no younger ones', async () => {
    const { sql } = database
    const enter = (age: string) => sql`
      insert into public.audit_log (action, table_name, row_id, created_at)
      values ('insert', ${`aged ${age}`}, gen_random_uuid(), now() - ${age}::interval)`
    for (const age of ['399 days', '401 days']) await enter(age)
    expect(await plaudit(['audit', '--keep', '400'])).toMatchObject({ code: 0, out: '1 entry deleted\n' })
    expect(await sql`select table_name from public.audit_log where table_name like 'aged%'`).toEqual([
      { table_name: 'aged 399 days' },
    ])
    for (const keep of ['29', '-1', 'all', '1e9'])
      expect(await plaudit(['audit', `--keep=${keep}`])).toMatchObject({
        code: 2,
        error: 'plaudit: --keep is a number of days, at least 30\n',
      })
    await expect(sql`delete from public.audit_log`).rejects.toThrow('The audit log is append-only')
  })
})
