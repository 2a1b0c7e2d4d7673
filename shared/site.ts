import * as z from 'zod/mini'
import { code } from '#messages/language.js'
import * as messages from '#messages/site-rules.js'
import { withTopic, words } from '#messages/words.js'
import { type FactSetting, factsSchema } from './own-facts.ts'
import type { siteSettingsSchema } from './site-rules.ts'
import { nameWithTopic, wordForms } from './word-forms.ts'
import type { Words } from './words.ts'

/**
 * The settings of the site (docs/decisions/111): the columns of public.site_settings, and the resulting site: environment
 * variables first, then settings, then the specification's defaults. What may be saved: site-rules.ts.
 */

export type SiteLink = { label: string; url: string }
export const SIGN_UP_POLICIES = ['open', 'invited', 'closed'] as const
export const MODERATION_LOG = ['public', 'off'] as const
/** Who may send in tools and changes of them; week: members since a week. */
export const SUBMISSIONS = ['nobody', 'members', 'week'] as const
/** What who proved to make a tool may do: nothing, suggest changes that wait, or change it themselves. */
export const CLAIMS = ['nobody', 'queue', 'at_once'] as const
/** How often the websites of tools are asked whether they answer. */
export const LINK_CHECKS = ['off', 'weekly'] as const
/** Off: nothing is counted. Else who sees the numbers of a tool, beside administrators. */
export const NUMBERS = ['off', 'owner', 'makers', 'everyone'] as const
/** How much recommendations of new members weigh (docs/ranking.md). */
export const VOTE_WEIGHTS = ['off', 'normal', 'strict'] as const

/** The defaults of settings that are never null. */
export const CHOSEN_DEFAULTS = {
  ...{ sign_up: 'open', vote_weights: 'normal', reports_to_hide: 1 },
  ...{ moderation_log: 'public', submissions: 'members', claims: 'queue', link_checks: 'off' },
  numbers: 'owner',
} as const

/** Null: the default. */
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** In a further language its own or its default: words of another would stand in its sentences. */
const GREETINGS = ['topic', 'item', 'items', 'tagline', 'heading', 'subtitle'] as const
/** What the owner states: in a further language as in the first, where it is not translated (docs/decisions/142). */
const STATEMENTS = [
  ...(['law', 'terms', 'terms_date', 'privacy', 'privacy_date', 'about'] as const),
  ...(['sign_up_text', 'decision_reasons'] as const),
]
export const TRANSLATABLE = [...GREETINGS, ...STATEMENTS]
export type TranslatableField = (typeof TRANSLATABLE)[number]
export type Translation = NonNullable<SiteSettings['translations']>[string]

/** The settings as pages show them. */
export type Site = Words & {
  /** 0: no setting has been changed. */
  version: number
  name: string
  /** 'Toolshed AI'. */
  nameWithTopic: string
  tagline: string
  heading: string
  subtitle: string
  /** URLs for components/logo-url; null: the product's own logo. */
  logo: string | null
  icon: string | null
  accentLight: string | null
  accentDark: string | null
  socialLinks: SiteLink[]
  footerLinks: SiteLink[]
  contact: string | null
  /** Null: the default, which only the terms name. */
  law: string | null
  hasAbout: boolean
  signUp: SiteSettings['sign_up']
  signUpText: string | null
  facts: FactSetting[] | null
  submissions: SiteSettings['submissions']
  claims: SiteSettings['claims']
  numbers: SiteSettings['numbers']
}

/** Environment variables that override a setting. */
export const SITE_VARIABLES = {
  PRODUCT_NAME: 'name',
  SOCIAL_LINKEDIN: 'social_links',
  SOCIAL_X: 'social_links',
  SOCIAL_INSTAGRAM: 'social_links',
  SOCIAL_YOUTUBE: 'social_links',
} as const satisfies Record<string, keyof SiteSettings>
export type SiteVariable = keyof typeof SITE_VARIABLES

/** The variables that are set; an empty text removes a link. */
export type SiteOverrides = { [variable in SiteVariable]?: string }

/** The networks of the specification, in its order. */
export const NETWORKS = [
  { variable: 'SOCIAL_LINKEDIN', label: 'LinkedIn', url: 'https://www.linkedin.com/' },
  { variable: 'SOCIAL_X', label: 'X', url: 'https://x.com/' },
  { variable: 'SOCIAL_INSTAGRAM', label: 'Instagram', url: 'https://www.instagram.com/' },
  { variable: 'SOCIAL_YOUTUBE', label: 'YouTube', url: 'https://www.youtube.com/' },
] as const

export const SITE_DEFAULTS = {
  name: 'Plaudit',
  ...words,
  social_links: NETWORKS.map(({ label, url }): SiteLink => ({ label, url })),
}

/** Not among the others, which every page loads: only terms and settings show it. */
export const DEFAULT_LAW = messages.law

/** The defaults: no setting has been changed. */
export const NO_SETTINGS: ShortSettings = {
  ...{
    version: 0,
    name: null,
    topic: null,
    item: null,
    items: null,
    tagline: null,
    heading: null,
    subtitle: null,
    logo_path: null,
    icon_path: null,
  },
  ...{ accent_light: null, accent_dark: null, social_links: null, contact: null, footer_links: null },
  law: null,
  ...{ sign_up: 'open', sign_up_text: null, has_about: false, facts: null, submissions: 'members' },
  claims: 'queue',
  numbers: 'owner',
}

/** What a language completes the settings with. */
export type SiteTexts = Pick<typeof messages, 'tagline' | 'heading' | 'subtitle' | 'law'> & {
  code: string
  words: typeof words
  withTopic: typeof withTopic
}

/** The site that results from these settings and variables, in the language of the build unless another one is given. */
export function resolveSite(
  settings: ShortSettings,
  overrides: SiteOverrides,
  texts: SiteTexts = { ...messages, code, words, withTopic },
): Site {
  const { topic, item, items } = settings
  const forms = wordForms(
    {
      topic: topic ?? texts.words.topic,
      item: item ?? texts.words.item,
      items: items ?? texts.words.items,
    },
    texts,
  )
  const name = overrides.PRODUCT_NAME ?? settings.name ?? SITE_DEFAULTS.name
  return {
    ...forms,
    version: settings.version,
    name,
    nameWithTopic: nameWithTopic({ name, topic: forms.topic }),
    tagline: settings.tagline ?? texts.tagline(forms),
    heading: settings.heading ?? texts.heading(forms),
    subtitle: settings.subtitle ?? texts.subtitle(forms),
    logo: settings.logo_path,
    // A logo in a small square is better than another product's icon.
    icon: settings.icon_path ?? settings.logo_path,
    accentLight: settings.accent_light,
    accentDark: settings.accent_dark,
    socialLinks: resolveSocialLinks(settings.social_links ?? SITE_DEFAULTS.social_links, overrides),
    footerLinks: settings.footer_links ?? [],
    contact: settings.contact,
    law: settings.law,
    hasAbout: settings.has_about,
    signUp: settings.sign_up,
    signUpText: settings.sign_up_text,
    facts: settings.facts,
    submissions: settings.submissions,
    claims: settings.claims,
    numbers: settings.numbers,
  }
}

/** A variable replaces, removes or adds the link of its network. */
function resolveSocialLinks(links: readonly SiteLink[], overrides: SiteOverrides): SiteLink[] {
  let resolved = [...links]
  for (const { variable, label } of NETWORKS) {
    const url = overrides[variable]
    if (url === undefined) continue
    const isOther = (link: SiteLink) => link.label.toLowerCase() !== label.toLowerCase()
    if (url === '') resolved = resolved.filter(isOther)
    else if (resolved.every(isOther)) resolved.push({ label, url })
    else resolved = resolved.map((link) => (isOther(link) ? link : { label, url }))
  }
  return resolved
}

const keptLinks = z.nullable(z.array(z.object({ label: z.string(), url: z.string() })))
const kept = z.nullable(z.string())

/** What every page needs; long texts are read where they are shown. */
const keptSettings = z.object({
  ...{
    name: kept,
    topic: kept,
    item: kept,
    items: kept,
    law: kept,
    tagline: kept,
    heading: kept,
    subtitle: kept,
    logo_path: kept,
    icon_path: kept,
  },
  ...{ accent_light: kept, accent_dark: kept, contact: kept, sign_up_text: kept },
  ...{ social_links: keptLinks, footer_links: keptLinks },
  sign_up: z.enum(SIGN_UP_POLICIES),
  version: z.number(),
  has_about: z.boolean(),
  submissions: z.enum(SUBMISSIONS),
  claims: z.enum(CLAIMS),
  numbers: z.enum(NUMBERS),
  facts: factsSchema,
})

type ShortSettings = z.infer<typeof keptSettings>

/** The columns of get_site_settings for {@link ShortSettings}. */
export const SHORT_COLUMNS = Object.keys(keptSettings.shape).join()

/** Parses a row of get_site_settings. Throws if it is none. */
export const readSettings = (row: unknown): ShortSettings => keptSettings.parse(row)
