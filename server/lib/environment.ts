import { readdirSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import addressParser from 'nodemailer/lib/addressparser'
import * as z from 'zod'
import { plainAddress } from './network.ts'

/**
 * Every environment variable the process reads, with its format. The table in the README says the same. Names and
 * defaults are fixed: operators' scripts rely on them.
 */

const ON = ['on', 'true', '1', 'yes']
const OFF = ['off', 'false', '0', 'no']

// The PostgreSQL driver verifies the certificate for any other value, also for a misspelt 'require'.
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

const HTTP_URL = 'must be an address that starts with http:// or https://'

const httpUrl = z.string().refine(
  (value) => {
    const url = URL.parse(value)
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
  },
  { error: HTTP_URL },
)

const origin = httpUrl
  .refine(
    (value) => {
      const url = URL.parse(value)
      return url !== null && url.pathname === '/' && !url.search && !url.hash
    },
    { error: 'must be an origin such as https://tools.example.org, without a path' },
  )
  .transform((value) => new URL(value).origin)

const protocolUrl = (protocols: string[], example: string) =>
  z
    .string()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), {
      error: `must look like ${example}`,
    })
    .refine((value) => !/%(?![\da-f]{2})/i.test(value), {
      error: 'has a % that begins no code: write % as %25, in a password too',
    })

const emails = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((address) => address.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.email({ error: 'must be email addresses separated by commas' })))

/** A link in the footer; empty removes it. */
const link = z
  .string()
  .trim()
  .transform((value) => (/^off$/i.test(value) ? '' : value))
  .refine((value) => value === '' || httpUrl.safeParse(value).success, { error: HTTP_URL })
  .optional()

/** As in browsers: a host of the local network, such as localhost, is accepted. */
const isAddress = (text: string | undefined) =>
  z.email({ pattern: z.regexes.html5Email }).safeParse(text).success

/** Exactly one mail address, with or without a name before it. */
const mailbox = z.string().refine(
  (value) => {
    const [found, ...others] = addressParser(value)
    return others.length === 0 && found !== undefined && 'address' in found && isAddress(found.address)
  },
  { error: 'must be an email address, or a name with one: Plaudit <no-reply@example.org>' },
)

/** How to report a vulnerability: a mail address or a URL. */
const securityContact = z
  .string()
  .trim()
  .transform((value) => (z.email().safeParse(value).success ? `mailto:${value}` : value))
  .refine((value) => /^(mailto:[^\s@]+@\S+|https:\/\/\S+)$/.test(value), {
    error: 'must be an email address, or an address that starts with https:// or mailto:',
  })

/** `off`, `on` (every hop), `loopback`, or a comma-separated list of proxy addresses. */
const trustProxy = z.string().transform((value, context): boolean | 'loopback' | string[] => {
  const word = value.trim().toLowerCase()
  if (OFF.includes(word)) return false
  if (ON.includes(word)) return true
  if (word === 'loopback') return 'loopback'
  const addresses = word.split(',').map((address) => address.trim())
  if (!addresses.every((address) => isIP(address)))
    context.addIssue({ code: 'custom', message: 'must be off, on, loopback or addresses of proxies' })
  return addresses.map(plainAddress)
})

/** The languages that come with the product: the folders of languages/. */
const KNOWN_LANGUAGES = readdirSync(path.join(import.meta.dirname, '../../languages')).sort()

/** Their codes, separated by commas: the first is at /, the others below /<code>. */
const languages = z
  .string()
  .transform((value) =>
    [...new Set(value.split(',').map((code) => code.trim().toLowerCase()))].filter(Boolean),
  )
  .refine((codes) => codes.length > 0 && codes.every((code) => KNOWN_LANGUAGES.includes(code)), {
    error: `must be codes separated by commas, of ${KNOWN_LANGUAGES.join(', ')}`,
  })

/** All or none, except the region, which many services do not have. */
const S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

export const environmentSchema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce
      .number({ error: 'must be a number from 0 to 65535' })
      .int({ error: 'must be a whole number from 0 to 65535' })
      .min(0, { error: 'must be a number from 0 to 65535' })
      .max(65_535, { error: 'must be a number from 0 to 65535' })
      .default(3000),
    PUBLIC_URL: origin.optional(),
    // PostgreSQL's pg_ctl starts it through a shell, in double quotes.
    DATA_DIR: z
      .string()
      .refine((folder) => !/["$`\\]/.test(path.resolve(folder)), {
        error: 'must be a folder without ", $, ` and \\ in its path',
      })
      .default('./data'),
    DATABASE_URL: protocolUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
      .refine((value) => SSL_MODES.includes(URL.parse(value)?.searchParams.get('sslmode') ?? 'prefer'), {
        error: `has an sslmode that is none of ${SSL_MODES.join(', ')}`,
      })
      .optional(),
    SUPABASE_URL: origin.optional(),
    SUPABASE_PUBLISHABLE_KEY: z.string().optional(),
    SUPABASE_SECRET_KEY: z.string().optional(),
    JWT_SECRET: z.string().min(32, { error: 'must be at least 32 characters long' }).optional(),
    S3_ENDPOINT: origin.optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]+$/, { error: 'must look like eu-central-1' })
      .optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
      .optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    SMTP_URL: protocolUrl(['smtp:', 'smtps:'], 'smtp://user:password@host:587')
      .refine((value) => Boolean(URL.parse(value)?.hostname), {
        error: 'must name the host of a mail server: smtp://user:password@host:587',
      })
      .optional(),
    MAIL_FROM: mailbox.optional(),
    ADMIN_EMAILS: emails.default([]),
    SEED: z.enum(['starter', 'none'], { error: 'must be starter or none' }).default('starter'),
    LANGUAGES: languages.default(['en']),
    PRODUCT_NAME: z
      .string()
      .trim()
      .min(1)
      .max(40, { error: 'must be at most 40 characters long' })
      .optional(),
    SOCIAL_LINKEDIN: link,
    SOCIAL_X: link,
    SOCIAL_INSTAGRAM: link,
    SOCIAL_YOUTUBE: link,
    SECURITY_CONTACT: securityContact.optional(),
    TRUST_PROXY: trustProxy.default(false),
    RATE_LIMITS: z.stringbool({ truthy: ON, falsy: OFF, error: 'must be on or off' }).default(true),
    CACHE_MB: z.coerce
      .number({ error: 'must be a number of megabytes, 0 for none' })
      .min(0, { error: 'must be 0 or more megabytes' })
      .max(4096, { error: 'must be at most 4096 megabytes' })
      .default(32),
    BACKUP_DAYS: z.coerce
      .number({ error: 'must be a number of days' })
      .int({ error: 'must be a whole number of days' })
      .min(1, { error: 'must be 1 or more days' })
      .max(3650, { error: 'must be at most 3650 days' })
      .optional(),
    METRICS_TOKEN: z.string().min(16, { error: 'must be at least 16 characters long' }).optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
        error: 'must be fatal, error, warn, info, debug or silent',
      })
      .default('info'),
  })
  .superRefine((env, context) => {
    const complain = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (env.BACKUP_DAYS !== undefined && (env.DATABASE_URL || env.SUPABASE_URL))
      complain('BACKUP_DAYS', 'is for the embedded database: have `pg_dump` run every day instead')
    if (env.SUPABASE_URL) {
      if (!env.SUPABASE_PUBLISHABLE_KEY)
        complain('SUPABASE_PUBLISHABLE_KEY', 'is needed when SUPABASE_URL is set')
    } else {
      if (env.SUPABASE_PUBLISHABLE_KEY && !/^sb_publishable_./.test(env.SUPABASE_PUBLISHABLE_KEY))
        complain('SUPABASE_PUBLISHABLE_KEY', 'must start with sb_publishable_, and the key after it')
      if (env.SUPABASE_SECRET_KEY && !/^sb_secret_./.test(env.SUPABASE_SECRET_KEY))
        complain('SUPABASE_SECRET_KEY', 'must start with sb_secret_, and the key after it')
    }
    if (S3_VARIABLES.some((name) => env[name]))
      for (const name of S3_VARIABLES)
        if (!env[name] && name !== 'S3_REGION') complain(name, 'is needed when another S3_ variable is set')
  })

export type Environment = z.output<typeof environmentSchema>
