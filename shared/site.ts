import * as z from 'zod/mini'
import * as language from '#messages/language.js'
import { tooLong } from '#messages/rules.js'
import * as messages from '#messages/site-rules.js'
import { isWebAddress, lengthOf } from './catalogue-rules.ts'
import { shownText, type TextKind } from './hidden-character-rules.ts'
import { type FactSetting, factsSchema } from './own-facts.ts'
import { nameWithTopic, wordForms } from './word-forms.ts'
import type { Words } from './words.ts'

/**
 * The settings of the site (docs/decisions/111): the columns of public.site_settings, their rules (the database's are
 * compared by a contract test), and the resulting site: environment variables first, then settings, then the
 * specification's defaults.
 */

export type SiteLink = { label: string; url: string }
export const SIGN_UP_POLICIES = ['open', 'invited', 'closed'] as const
export const MODERATION_LOG = ['public', 'off'] as const
/** Who may send in tools and changes of them; week: members since a week. */
export const SUBMISSIONS = ['nobody', 'members', 'week'] as const
type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number]
/** How much recommendations of new members weigh (docs/ranking.md). */
export const VOTE_WEIGHTS = ['off', 'normal', 'strict'] as const

/** The defaults of settings that are never null. */
export const CHOSEN_DEFAULTS = {
  ...{ sign_up: 'open', vote_weights: 'normal', reports_to_hide: 1 },
  ...{ moderation_log: 'public', submissions: 'members' },
} as const

/** Null: the default. */
export type SiteSettings = {
  name: string | null
  /** Empty: none. */
  topic: string | null
  item: string | null
  items: string | null
  tagline: string | null
  heading: string | null
  subtitle: string | null
  logo_path: string | null
  icon_path: string | null
  accent_light: string | null
  accent_dark: string | null
  social_links: SiteLink[] | null
  contact: string | null
  law: string | null
  terms: string | null
  terms_date: string | null
  privacy: string | null
  privacy_date: string | null
  about: string | null
  footer_links: SiteLink[] | null
  sign_up: SignUpPolicy
  sign_up_text: string | null
  /** Whether visitors may read what moderators decide. */
  moderation_log: (typeof MODERATION_LOG)[number]
  vote_weights: (typeof VOTE_WEIGHTS)[number]
  /** How many members' reports hide a recommendation. */
  reports_to_hide: number
  /** What is known of a tool; null: our six (shared/tool-fields.ts). */
  facts: FactSetting[] | null
  /** What moderators may choose from as the reason of a decision, one a line. */
  decision_reasons: string | null
  submissions: (typeof SUBMISSIONS)[number]
}

/** What every page needs; long texts are read where they are shown. */
type ShortSettings = Omit<
  SiteSettings,
  | 'terms'
  | 'terms_date'
  | 'privacy'
  | 'privacy_date'
  | 'about'
  | 'vote_weights'
  | 'reports_to_hide'
  | 'moderation_log'
  | 'decision_reasons'
> & {
  version: number
  has_about: boolean
}

/** The columns of get_site_settings for {@link ShortSettings}. */
export const SHORT_COLUMNS =
  'version,name,topic,item,items,tagline,heading,subtitle,logo_path,icon_path,accent_light,accent_dark,social_links,contact,law,footer_links,sign_up,sign_up_text,has_about,facts,submissions'

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
  signUp: SignUpPolicy
  signUpText: string | null
  facts: FactSetting[] | null
  submissions: SiteSettings['submissions']
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
  ...language.words,
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
}

/** What a language completes the settings with. */
export type SiteTexts = Pick<typeof messages, 'tagline' | 'heading' | 'subtitle'> &
  Pick<typeof language, 'code' | 'words' | 'withTopic'>

/** The site that results from these settings and variables, in the language of the build unless another one is given. */
export function resolveSite(
  settings: ShortSettings,
  overrides: SiteOverrides,
  texts: SiteTexts = { ...messages, ...language },
): Site {
  const { topic, item, items } = settings
  const words = wordForms(
    {
      topic: topic ?? texts.words.topic,
      item: item ?? texts.words.item,
      items: items ?? texts.words.items,
    },
    texts,
  )
  const name = overrides.PRODUCT_NAME ?? settings.name ?? SITE_DEFAULTS.name
  return {
    ...words,
    version: settings.version,
    name,
    nameWithTopic: nameWithTopic({ name, topic: words.topic }),
    tagline: settings.tagline ?? texts.tagline(words),
    heading: settings.heading ?? texts.heading(words),
    subtitle: settings.subtitle ?? texts.subtitle(words),
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
  facts: factsSchema,
})

/** Parses a row of get_site_settings. Throws if it is none. */
export const readSettings = (row: unknown): ShortSettings => keptSettings.parse(row)

/** Maximum lengths in code points, and the maximum number of links. */
export const SITE_LIMITS = {
  ...{
    name: 40,
    word: 40,
    law: 120,
    tagline: 120,
    heading: 80,
    subtitle: 200,
    contact: 254,
    text: 50_000,
    sign_up_text: 500,
  },
  ...{ decision_reasons: 2100, reasons: 20, reason: 100 },
  ...{ links: 12, label: 40 },
}

const text = (called: string, kind: TextKind, limit: number) =>
  z.string().check(
    z.trim(),
    z.refine((value) => lengthOf(value) <= limit, tooLong({ name: called, limit })),
    shownText(called, kind),
  )

const line = (called: string, limit: number) => z.nullable(text(called, 'line', limit))
const lines = (called: string, limit: number) => z.nullable(text(called, 'lines', limit))

const colour = z.nullable(
  z.string().check(z.trim(), z.toLowerCase(), z.regex(/^(#[0-9a-f]{6}|)$/, messages.colour)),
)

const file = z.nullable(
  z
    .string()
    .check(
      z.regex(
        /^(\/storage\/v1\/object\/public\/tool-logos\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}|)$/,
        messages.picture,
      ),
    ),
)

const isDay = (value: string) =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) === true
const day = z.nullable(z.string().check(z.trim(), z.refine(isDay, messages.date)))

const isPath = (value: string) => value.length <= 2048 && /^\/([^\s"<>\\/][^\s"<>\\]*)?$/.test(value)
const isMail = (value: string) =>
  /^[^\s@<>"\\,;:()[\]]+@[^\s@<>"\\,;:()[\]]+\.[^\s@<>"\\,;:()[\]]+$/.test(value)

const links = (isUrl: (url: string) => boolean, message: string) =>
  z.nullable(
    z
      .array(
        z.strictObject({
          label: text(messages.called.linkName, 'line', SITE_LIMITS.label).check(
            z.minLength(1, messages.linkNameRequired),
          ),
          url: z
            .string()
            .check(z.trim(), z.refine(isUrl, message), shownText(messages.called.linkAddress, 'line')),
        }),
      )
      .check(z.maxLength(SITE_LIMITS.links, messages.tooManyLinks({ limit: SITE_LIMITS.links }))),
  )

/** The rules for saving; an empty text counts as null, except of the topic. */
export const siteSettingsSchema = z.object({
  name: line(messages.called.name, SITE_LIMITS.name),
  tagline: line(messages.called.tagline, SITE_LIMITS.tagline),
  heading: line(messages.called.heading, SITE_LIMITS.heading),
  subtitle: line(messages.called.subtitle, SITE_LIMITS.subtitle),
  topic: line(messages.called.topic, SITE_LIMITS.word),
  item: line(messages.called.item, SITE_LIMITS.word),
  items: line(messages.called.items, SITE_LIMITS.word),
  logo_path: file,
  icon_path: file,
  accent_light: colour,
  accent_dark: colour,
  social_links: links(isWebAddress, messages.webAddress),
  contact: z.nullable(
    text(messages.called.contact, 'line', SITE_LIMITS.contact).check(
      z.refine(
        (value) => value === '' || isMail(value) || (/^https:/i.test(value) && isWebAddress(value)),
        messages.contactAddress,
      ),
    ),
  ),
  law: line(messages.called.law, SITE_LIMITS.law),
  terms: lines(messages.called.terms, SITE_LIMITS.text),
  terms_date: day,
  privacy: lines(messages.called.privacy, SITE_LIMITS.text),
  privacy_date: day,
  about: lines(messages.called.about, SITE_LIMITS.text),
  footer_links: links((url) => isWebAddress(url) || isPath(url), messages.linkAddress),
  sign_up: z.enum(SIGN_UP_POLICIES, messages.signUpPolicy),
  sign_up_text: lines(messages.called.signUpText, SITE_LIMITS.sign_up_text),
  moderation_log: z.enum(MODERATION_LOG, messages.moderationLog),
  submissions: z.enum(SUBMISSIONS, messages.submissions),
  vote_weights: z.enum(VOTE_WEIGHTS, messages.voteWeights),
  decision_reasons: z.nullable(
    text(messages.called.decisionReasons, 'lines', SITE_LIMITS.decision_reasons).check(
      z.refine(
        (value) => {
          const reasons = value.replaceAll('\r\n', '\n').split('\n')
          return (
            reasons.length <= SITE_LIMITS.reasons &&
            reasons.every((reason) => lengthOf(reason.trim()) <= SITE_LIMITS.reason)
          )
        },
        messages.decisionReasons({ limit: SITE_LIMITS.reasons, length: SITE_LIMITS.reason }),
      ),
    ),
  ),
  reports_to_hide: z
    .number(messages.reportsToHide)
    .check(z.refine((count) => Number.isInteger(count) && count >= 1 && count <= 10, messages.reportsToHide)),
  facts: factsSchema,
})
