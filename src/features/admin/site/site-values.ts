import * as z from 'zod/mini'
import { siteForm } from '#messages/site-settings.js'
import { measureAccent, nearestAccent } from '#shared/accent.ts'
import type { AccentTheme } from '#shared/accent-css.ts'
import { BUILT_IN, type FactSetting } from '#shared/own-facts.ts'
import {
  type CHOSEN_DEFAULTS,
  SITE_DEFAULTS,
  type SiteLink,
  type SiteSettings,
  TRANSLATABLE,
  type TranslatableField,
  type Translation,
} from '#shared/site.ts'
import { siteSettingsSchema } from '#shared/site-rules.ts'
import type { GivenWords } from '#shared/words.ts'
import { withKeys } from './fact-keys'
import type { SiteLanguage } from './site-languages'

/** The settings in the order of the form, but for the pictures: one missing here is missing in {@link settingsOf}. */
export const SITE_FIELDS = [
  ...(['name', 'topic', 'item', 'items', 'tagline', 'heading', 'subtitle'] as const),
  ...([
    'accent_light',
    'accent_dark',
    'social_links',
    'footer_links',
    'contact',
    'law',
    'terms',
    'terms_date',
    'privacy',
    'privacy_date',
  ] as const),
  ...(['about', 'facts', 'sign_up', 'sign_up_text', 'vote_weights'] as const),
  ...(['reports_to_hide', 'moderation_log'] as const),
  ...(['decision_reasons', 'submissions', 'claims', 'link_checks', 'numbers'] as const),
] satisfies (keyof SiteSettings)[]

type SiteField = (typeof SITE_FIELDS)[number]

/** Form values of the settings without the two pictures: an empty text means the default. */
export type SiteValues = {
  [Field in SiteField]: SiteSettings[Field] extends SiteLink[] | null
    ? SiteLink[]
    : NonNullable<SiteSettings[Field]>
} & { translations: { [language: string]: Record<TranslatableField, string> } }

export type Picture = 'logo_path' | 'icon_path'
export type PublishedSettings = Omit<SiteSettings, Picture>

/** The settings that are never null. */
type Chosen = keyof typeof CHOSEN_DEFAULTS

export type TextField = Exclude<SiteField, Chosen | 'social_links' | 'footer_links' | 'facts'>

const chosenOf = (settings: Pick<SiteSettings, Chosen>): Pick<SiteSettings, Chosen> => {
  const { sign_up, vote_weights, reports_to_hide, moderation_log } = settings
  const { submissions, claims, link_checks, numbers } = settings
  return {
    ...{ sign_up, vote_weights, reports_to_hide, moderation_log },
    ...{ submissions, claims, link_checks, numbers },
  }
}

/** Shown with their defaults, because an empty topic is none. */
const isWord = (field: TextField): field is keyof GivenWords =>
  field === 'topic' || field === 'item' || field === 'items'

/** The texts that may differ by language. */
const translatable = <Value>(of: (field: TranslatableField) => Value): Record<TranslatableField, Value> => ({
  ...{ topic: of('topic'), item: of('item'), items: of('items'), law: of('law') },
  ...{ tagline: of('tagline'), heading: of('heading'), subtitle: of('subtitle') },
  ...{ terms: of('terms'), terms_date: of('terms_date'), privacy: of('privacy') },
  ...{ privacy_date: of('privacy_date'), about: of('about'), sign_up_text: of('sign_up_text') },
  decision_reasons: of('decision_reasons'),
})

/** The settings stored as text. */
const texts = <Value>(of: (field: TextField) => Value): Record<TextField, Value> => ({
  ...{ ...translatable(of), name: of('name'), contact: of('contact') },
  ...{ accent_light: of('accent_light'), accent_dark: of('accent_dark') },
})

const isTranslatable = (field: TextField): field is TranslatableField =>
  TRANSLATABLE.some((each) => each === field)

/** Where a form has a text: of the first language with all other settings, of another one by itself. */
export const pathOf = (field: TextField, language: SiteLanguage | undefined) =>
  language && isTranslatable(field) ? (`translations.${language.code}.${field}` as const) : field

const textOf = (field: TextField, kept: string | null | undefined, words: GivenWords) =>
  kept ?? (isWord(field) ? words[field] : '')

/** What is kept of a typed text: nothing if it is the default. */
function keptOf(field: TextField, typed: string, words: GivenWords): string | null {
  const text = typed.trim()
  if (isWord(field)) return text === words[field] ? null : text
  return text || null
}

/** The default words of the first language, which may not be the page's. */
const wordsOf = ([first]: readonly SiteLanguage[]): GivenWords => first?.texts.words ?? SITE_DEFAULTS

type Opened = { settings: SiteSettings; languages: readonly SiteLanguage[] }

/** The settings as form values. */
export const valuesOf = ({ settings, languages }: Opened): SiteValues => ({
  ...texts((field) => textOf(field, settings[field], wordsOf(languages))),
  translations: Object.fromEntries(
    languages.slice(1).map(({ code, texts: { words } }) => {
      const kept = settings.translations?.[code]
      return [code, translatable((field) => textOf(field, kept?.[field], words))]
    }),
  ),
  social_links: settings.social_links ?? SITE_DEFAULTS.social_links,
  footer_links: settings.footer_links ?? [],
  ...chosenOf(settings),
  facts: settings.facts ?? DEFAULT_FACTS,
})

const translationsOf = (
  { translations }: SiteValues,
  languages: readonly SiteLanguage[],
): SiteSettings['translations'] =>
  Object.fromEntries(
    languages.slice(1).map(({ code, texts: { words } }) => {
      const typed = translations[code]
      return [code, translatable((field) => keptOf(field, typed?.[field] ?? '', words))]
    }),
  )

/** The form values as settings: null where they equal the default. */
export const settingsOf = (form: SiteValues, languages: readonly SiteLanguage[]): PublishedSettings => {
  const { social_links, footer_links, facts, ...values } = form
  return {
    ...texts((field) => keptOf(field, values[field], wordsOf(languages))),
    translations: translationsOf(form, languages),
    social_links: areDefaults(social_links) ? null : social_links,
    footer_links: footer_links.length > 0 ? footer_links : null,
    ...chosenOf(form),
    facts: settingOf(facts),
  }
}

/** The settings as a page in another language has them: as `get_site_settings` of the database. */
export function settingsIn(
  settings: PublishedSettings,
  language: SiteLanguage | undefined,
): PublishedSettings {
  if (!language) return settings
  const texts = settings.translations?.[language.code] ?? {}
  const { topic = null, item = null, items = null, tagline = null, heading = null, subtitle = null } = texts
  const own = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))
  return { ...settings, ...own, ...{ topic, item, items, tagline, heading, subtitle } }
}

/** Our six, as they are without a setting. */
export const DEFAULT_FACTS: FactSetting[] = [...BUILT_IN.keys()].map((key) => ({ key }))

const isPlain = ({ key: _, ...rest }: FactSetting) =>
  Object.values(rest).every((value) => value === undefined || value === '')

/** The typed facts as a setting; null: as without one. */
function settingOf(facts: readonly FactSetting[]): FactSetting[] | null {
  const isDefault =
    facts.length === DEFAULT_FACTS.length &&
    facts.every((fact, place) => fact.key === DEFAULT_FACTS[place]?.key && isPlain(fact))
  return isDefault ? null : withKeys(facts)
}

const areDefaults = (links: readonly SiteLink[]) =>
  links.length === SITE_DEFAULTS.social_links.length &&
  SITE_DEFAULTS.social_links.every(
    ({ label, url }, place) => links[place]?.label === label && links[place]?.url === url,
  )

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())

const accent = (shape: (typeof siteSettingsSchema.shape)['accent_light'], theme: AccentTheme) =>
  shape.check(
    z.refine((color) => color === null || !isColor(color) || measureAccent(color, theme).passes, {
      error: ({ input }) =>
        siteForm.accentFails({
          contrast: measureAccent(String(input), theme).contrast,
          nearest: nearestAccent(String(input), theme),
        }),
    }),
  )

const { shape } = siteSettingsSchema

/** Validates the form; its result is what is saved. */
export const siteFormSchema = (languages: readonly SiteLanguage[]) =>
  z.pipe(
    z.transform((values: SiteValues) => settingsOf(values, languages)),
    z.extend(z.omit(siteSettingsSchema, { logo_path: true, icon_path: true }), {
      accent_light: accent(shape.accent_light, 'light'),
      accent_dark: accent(shape.accent_dark, 'dark'),
    }),
  )

/** The texts of a form in one language: how many are written, of how many. Dates belong to their documents. */
export function countWritten(texts: Translation | undefined) {
  const counted = TRANSLATABLE.filter((field) => !field.endsWith('_date'))
  return { count: counted.filter((field) => (texts?.[field] ?? null) !== null).length, total: counted.length }
}
