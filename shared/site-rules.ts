import * as z from 'zod/mini'
import * as messages from '#messages/site-rules.js'
import { isWebAddress, lengthOf } from './catalogue-rules.ts'
import { optionalText, shownText, type TextKind } from './hidden-character-rules.ts'
import { factsSchema } from './own-facts.ts'
import {
  CLAIMS,
  LINK_CHECKS,
  MODERATION_LOG,
  NUMBERS,
  SIGN_UP_POLICIES,
  SUBMISSIONS,
  type TranslatableField,
  VOTE_WEIGHTS,
} from './site.ts'

/** What the settings of the site may be. The database's rules are compared by a contract test. */

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
  ...{ links: 12, label: 40, languages: 20 },
}

const text = (name: string, kind: TextKind, limit: number) => optionalText(kind, { name, limit })

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

/** Of one language; an empty text counts as null, except of the topic. */
const settings = {
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
  /** Whether visitors may read what moderators decide. */
  moderation_log: z.enum(MODERATION_LOG, messages.moderationLog),
  submissions: z.enum(SUBMISSIONS, messages.submissions),
  claims: z.enum(CLAIMS, messages.claims),
  link_checks: z.enum(LINK_CHECKS, messages.linkChecks),
  numbers: z.enum(NUMBERS, messages.numbers),
  vote_weights: z.enum(VOTE_WEIGHTS, messages.voteWeights),
  /** What moderators may choose from, one a line. */
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
  /** How many members' reports hide a recommendation. */
  reports_to_hide: z
    .number(messages.reportsToHide)
    .check(z.refine((count) => Number.isInteger(count) && count >= 1 && count <= 10, messages.reportsToHide)),
  /** What is known of a tool; null: our six (tool-fields.ts). */
  facts: factsSchema,
}

const translation = z.partial(
  z.pick(z.strictObject(settings), {
    ...{ topic: true, item: true, items: true, tagline: true, heading: true, subtitle: true, law: true },
    ...{ terms: true, terms_date: true, privacy: true, privacy_date: true, about: true },
    ...{ sign_up_text: true, decision_reasons: true },
  } satisfies Record<TranslatableField, true>),
)

/** The rules for saving. */
export const siteSettingsSchema = z.object({
  ...settings,
  /** By language, as LANGUAGES names it. */
  translations: z.nullable(
    z
      .record(z.string().check(z.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/)), translation)
      .check(z.refine((languages) => Object.keys(languages).length <= SITE_LIMITS.languages)),
  ),
})
