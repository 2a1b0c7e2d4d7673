import * as z from 'zod/mini'
import { siteForm } from '#messages/site-settings.js'
import { measureAccent, nearestAccent } from '#shared/accent.ts'
import type { AccentTheme } from '#shared/accent-css.ts'
import { BUILT_IN, type FactSetting } from '#shared/own-facts.ts'
import { SITE_DEFAULTS, type SiteLink, type SiteSettings, siteSettingsSchema } from '#shared/site.ts'
import type { GivenWords } from '#shared/words.ts'
import { withKeys } from './fact-keys'

/** Form values of the settings without the two pictures: an empty text means the default. */
export type SiteValues = {
  [Field in Exclude<keyof SiteSettings, Picture>]: SiteSettings[Field] extends SiteLink[] | null
    ? SiteLink[]
    : NonNullable<SiteSettings[Field]>
}

export type Picture = 'logo_path' | 'icon_path'
export type SiteField = keyof SiteValues

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
  ...(['decision_reasons', 'submissions'] as const),
] satisfies SiteField[]

export type TextField = Exclude<
  SiteField,
  | 'social_links'
  | 'footer_links'
  | 'facts'
  | 'sign_up'
  | 'vote_weights'
  | 'reports_to_hide'
  | 'moderation_log'
  | 'submissions'
>

/** Shown with their defaults, because an empty topic is none. */
const isWord = (field: TextField): field is keyof GivenWords =>
  field === 'topic' || field === 'item' || field === 'items'

/** The settings stored as text. */
const texts = <Value>(of: (field: TextField) => Value): Record<TextField, Value> => ({
  ...{ name: of('name'), topic: of('topic'), item: of('item'), items: of('items'), law: of('law') },
  ...{ tagline: of('tagline'), heading: of('heading'), subtitle: of('subtitle') },
  ...{ accent_light: of('accent_light'), accent_dark: of('accent_dark'), contact: of('contact') },
  ...{ terms: of('terms'), terms_date: of('terms_date'), privacy: of('privacy') },
  ...{ privacy_date: of('privacy_date'), about: of('about'), sign_up_text: of('sign_up_text') },
  decision_reasons: of('decision_reasons'),
})

/** The settings as form values. */
export const valuesOf = (settings: SiteSettings): SiteValues => ({
  ...texts((field) => settings[field] ?? (isWord(field) ? SITE_DEFAULTS[field] : '')),
  social_links: settings.social_links ?? SITE_DEFAULTS.social_links,
  footer_links: settings.footer_links ?? [],
  sign_up: settings.sign_up,
  vote_weights: settings.vote_weights,
  reports_to_hide: settings.reports_to_hide,
  ...{ moderation_log: settings.moderation_log, submissions: settings.submissions },
  facts: settings.facts ?? DEFAULT_FACTS,
})

/** The form values as settings: null where they equal the default. */
export const settingsOf = (form: SiteValues) => {
  const { social_links, footer_links, facts, sign_up, ...values } = form
  const { vote_weights, reports_to_hide, moderation_log, submissions } = form
  return {
    ...texts((field) => {
      const value = values[field].trim()
      if (isWord(field)) return value === SITE_DEFAULTS[field] ? null : value
      return value || null
    }),
    social_links: areDefaults(social_links) ? null : social_links,
    footer_links: footer_links.length > 0 ? footer_links : null,
    ...{ sign_up, vote_weights, reports_to_hide, moderation_log, submissions, facts: settingOf(facts) },
  }
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
export const siteFormSchema = z.pipe(
  z.transform((values: SiteValues) => settingsOf(values)),
  z.extend(z.omit(siteSettingsSchema, { logo_path: true, icon_path: true }), {
    accent_light: accent(shape.accent_light, 'light'),
    accent_dark: accent(shape.accent_dark, 'dark'),
  }),
)
