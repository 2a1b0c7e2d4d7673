import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { Command } from 'commander'
import type { Sql } from 'postgres'
import { nearestAccent } from '#shared/accent.ts'
import {
  CHOSEN_DEFAULTS,
  readSettings,
  resolveSite,
  SITE_VARIABLES,
  type SiteOverrides,
  TRANSLATABLE,
} from '#shared/site.ts'
import { FACTS } from '#shared/tool-fields.ts'
import { readConfig, StartError } from '../../server/lib/config.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { loadLanguages } from '../../server/product/languages.ts'
import { withDatabase } from '../database.ts'
import {
  check,
  FIELDS,
  type Field,
  fieldOf,
  isTranslatable,
  nameOf,
  PICTURES,
  readValue,
  type Values,
  writeValue,
} from '../site-values.ts'

/** The folder of the default documents, by language. */
const TEXTS = path.join(import.meta.dirname, '../../languages')

interface GetFlags {
  language?: string
}
interface SetFlags extends GetFlags {
  file?: string
  default: boolean
}

/** `plaudit site get|set`: the settings of the site, as on its settings page. */
export function siteCommand(): Command {
  return new Command('site')
    .description('Read and change the settings of the site.')
    .addCommand(
      new Command('get')
        .description('Print one setting, or all of them.')
        .argument('[field]', FIELDS.map(nameOf).join(', '))
        .option('--language <code>', 'as pages in this language of the site show it')
        .action(printSettings),
    )
    .addCommand(
      new Command('set')
        .description(
          'Change a setting. The site shows it at once, and the version before can be restored.\n\n' +
            'Links are written as NAME=ADDRESS, one argument each; `none` for no link, or no topic, at all. A logo or icon is a file. Facts are a list in JSON, as `site get facts` prints it.',
        )
        .argument('<field>', FIELDS.map(nameOf).join(', '))
        .argument('[value...]', 'the new value')
        .option('--file <file>', 'take the value from a file: a long text, or a picture')
        .option('--default', 'back to the default', false)
        .option(
          '--language <code>',
          `of a text: in this language of the site (${TRANSLATABLE.map(nameOf).join(', ')})`,
        )
        .action(changeSetting),
    )
}

async function printSettings(name: string | undefined, flags: GetFlags): Promise<void> {
  const { overrides, languages } = readConfig(process.env)
  const further = furtherLanguage(flags.language, languages)
  const values = await withDatabase((sql) => readAll(sql, further))
  const shownValues = await effective(values, overrides, further ?? languages[0])
  const own = further === null ? {} : (values.translations?.[further] ?? {})
  const lines: string[] = []
  const width = Math.max(...FIELDS.map((field) => nameOf(field).length)) + 2
  if (name !== undefined) {
    const field = fieldOf(name)
    for (const note of notesOn(field, overrides)) process.stderr.write(`plaudit: ${note}\n`)
    lines.push(
      ...(field === 'facts' ? [JSON.stringify(shownValues.facts, null, 2)] : writeValue(shownValues[field])),
    )
  } else
    for (const field of FIELDS) {
      const shown = writeValue(shownValues[field])
      const text = shown.join('\n')
      const short =
        text.length > 200
          ? `${[...text].length} characters, see: site get ${nameOf(field)}`
          : shown.join(', ')
      const origin = notesOn(field, overrides)
      const isDefault = values[field] === null && origin.length === 0
      const isFromFirst = further !== null && isTranslatable(field) && !(field in own)
      const mark = isDefault ? '  (default)' : isFromFirst ? `  (as in ${languages[0]})` : ''
      lines.push(
        `${nameOf(field).padEnd(width)}${short || '-'}${mark}`,
        ...origin.map((note) => `${''.padEnd(width)}${note}`),
      )
    }
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

async function changeSetting(name: string, given: string[], flags: SetFlags): Promise<void> {
  const field = fieldOf(name)
  const config = readConfig(process.env)
  const ways = [given.length > 0, flags.file !== undefined, flags.default].filter(Boolean).length
  if (ways !== 1) throw new UnusableInput('give either a value, or --file, or --default')
  if (PICTURES.includes(field) && given.length > 0)
    throw new UnusableInput(`${name} is a picture: give it with --file`)
  const language = furtherLanguage(flags.language, config.languages)
  if (language !== null && !isTranslatable(field))
    throw new UnusableInput(`${nameOf(field)} is the same in every language`)
  const { changes, version, before, proposed } = await withDatabase(async (sql) => {
    const value = flags.default ? null : await readValue(field, given, flags.file, config, sql)
    const changes = check(
      field,
      field in CHOSEN_DEFAULTS ? (value ?? Reflect.get(CHOSEN_DEFAULTS, field)) : value,
    )
    return { changes, ...(await save(sql, changes, language)) }
  })
  const shown = (which: unknown) =>
    field === 'topic' && which === '' ? 'none' : writeValue(which).join(', ') || 'the default'
  if (version === undefined) process.stdout.write(`${nameOf(field)} is unchanged\n`)
  else {
    const now = changes[field]
    const isLong = [before, now].some((text) => typeof text === 'string' && text.length > 200)
    process.stdout.write(
      `${nameOf(field)} is now ${isLong ? 'changed' : shown(now)} (version ${version}${isLong ? '' : `, before: ${shown(before)}`})\n`,
    )
    if (proposed)
      process.stdout.write(
        `accent-dark is now ${proposed}, the nearest to it that can be read in the dark theme; change it with: site set accent-dark\n`,
      )
  }
  for (const note of notesOn(field, config.overrides)) process.stderr.write(`plaudit: ${note}\n`)
}

/** The dark accent of a light one; null for the default. */
const darkOf = (light: unknown) =>
  typeof light === 'string' && light !== '' ? nearestAccent(light, 'dark') : null

/** The language that was asked for, if it is not the first, whose texts are the settings themselves. */
function furtherLanguage(code: string | undefined, languages: readonly string[]): string | null {
  if (code !== undefined && !languages.includes(code))
    throw new UnusableInput(`${code} is no language of this site: LANGUAGES names ${languages.join(', ')}`)
  return code === undefined || code === languages[0] ? null : code
}

/** Returns no version if nothing changed. A light accent also sets a dark one, unless one was chosen. */
async function save(sql: Sql, changes: Partial<Values>, language: string | null) {
  return sql.begin(async (transaction) => {
    const [row] = await transaction<{ before: Values; version: number }[]>`
      select settings as before, version::int from private.site_version_before()`
    const { accent_light: light, accent_dark: dark } = row?.before ?? {}
    const isChosen = dark !== null && dark !== darkOf(light)
    const proposed = 'accent_light' in changes && !isChosen ? darkOf(changes.accent_light) : undefined
    await transaction`select set_config('plaudit.source', 'command line', true)`
    const texts = language === null ? undefined : row?.before.translations?.[language]
    const settings = JSON.stringify(
      language === null
        ? { accent_dark: proposed, ...changes }
        : { translations: { ...row?.before.translations, [language]: { ...texts, ...changes } } },
    )
    // The texts of all languages are one setting: somebody else's of this moment would be lost.
    const known = language === null ? null : (row?.version ?? 0)
    const [saved] = await transaction<{ version: number }[]>`
      select private.write_site_settings(${settings}::text::jsonb, ${known}, null)::int as version`
    const field = FIELDS.find((name) => name in changes)
    return {
      version: saved?.version === row?.version ? undefined : saved?.version,
      before:
        field &&
        (language === null ? row?.before[field] : isTranslatable(field) ? texts?.[field] : undefined),
      proposed,
    }
  })
}

async function readAll(sql: Sql, language: string | null): Promise<Values & { version: number }> {
  const [row] = await sql<{ settings: Values & { version: number } }[]>`
    select to_jsonb(s) as settings from public.get_site_settings(${language}) s`
  if (!row) throw new StartError('the settings of the site cannot be read')
  return row.settings
}

/** The effective values: variables, then settings, then the defaults of the language. */
async function effective(values: Values, overrides: SiteOverrides, code = 'en'): Promise<Values> {
  const document = (name: string) => readFile(path.join(TEXTS, code, `${name}.md`), 'utf8')
  const [texts] = await loadLanguages([code])
  const site = resolveSite(readSettings(values), overrides, texts)
  const { name, topic, item, items, law, tagline, heading, subtitle, socialLinks, footerLinks } = site
  return {
    ...values,
    ...{ name, topic: topic || 'none', item, items, law: law ?? texts?.law, tagline, heading, subtitle },
    social_links: socialLinks,
    footer_links: footerLinks,
    facts: values.facts ?? FACTS.map(({ column }) => ({ key: column })),
    terms: values.terms ?? (await document('terms')),
    privacy: values.privacy ?? (await document('privacy')),
  }
}

/** The environment variables that override the setting. */
function notesOn(field: Field, overrides: SiteOverrides): string[] {
  return Object.entries(SITE_VARIABLES).flatMap(([variable, of]) => {
    const value = Object.entries(overrides).find(([name]) => name === variable)?.[1]
    if (of !== field || value === undefined) return []
    return [`${variable} is set to "${value || 'off'}" and overrides the setting`]
  })
}
