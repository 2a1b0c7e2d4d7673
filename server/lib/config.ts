import path from 'node:path'
import type { SiteOverrides } from '#shared/site.ts'
import { type Environment, environmentSchema } from './environment.ts'

/** The configuration from the environment, checked once at start. */

/** A mistake that the person who starts the process can correct: printed as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The configuration of the process. */
export type Config = ReturnType<typeof readConfig>

/** A bucket for logos of an S3-compatible service. */
export type S3Config = NonNullable<Config['s3']>

/** Reads and checks the environment. Throws a {@link StartError} with one line per mistake. */
export function readConfig(env: Record<string, string | undefined>) {
  // An empty value counts as not set, except for links, where it removes the link.
  const isGiven = ([name, value]: [string, string | undefined]) =>
    value !== undefined && (value.trim() !== '' || name.startsWith('SOCIAL_'))
  const given = Object.fromEntries(Object.entries(env).filter(isGiven))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    // One line per variable: of two violated rules the first is enough.
    const first = new Map<string, string>()
    for (const {
      path: [name],
      message,
    } of parsed.error.issues)
      if (!first.has(String(name))) first.set(String(name), `${String(name)} ${message}`)
    throw new StartError([...first.values()].join('\n'))
  }
  const values = parsed.data
  const publicUrl = values.PUBLIC_URL ?? `http://${urlHost(values.HOST)}:${values.PORT}`
  return {
    host: values.HOST,
    port: values.PORT,
    /** Origin without a trailing slash; the only base of mail links and canonical tags. */
    publicUrl,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    supabaseUrl: values.SUPABASE_URL,
    publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
    secretKey: values.SUPABASE_SECRET_KEY,
    jwtSecret: values.JWT_SECRET,
    /** Undefined: logos are stored in DATA_DIR. */
    s3: readS3(values),
    smtpUrl: values.SMTP_URL,
    /** Undefined: the site's name, from no-reply at its host. */
    mailFrom: values.MAIL_FROM,
    adminEmails: values.ADMIN_EMAILS,
    seed: values.SEED,
    /** Codes; the first is at /, the others below /<code>. */
    languages: values.LANGUAGES,
    /** Overrides of the settings of the site. */
    overrides: readOverrides(values),
    securityContact: values.SECURITY_CONTACT,
    trustProxy: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS,
    /** Memory for cached public answers; 0 disables the cache. */
    cacheBytes: Math.floor(values.CACHE_MB * 1024 * 1024),
    /** Days a daily backup is kept; undefined: no daily backups. */
    backupDays: values.BACKUP_DAYS,
    /** Undefined: there is no /metrics. */
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

/** The overrides that are set. */
function readOverrides(values: Environment): SiteOverrides {
  const { PRODUCT_NAME, SOCIAL_LINKEDIN, SOCIAL_X, SOCIAL_INSTAGRAM, SOCIAL_YOUTUBE } = values
  const overrides = { PRODUCT_NAME, SOCIAL_LINKEDIN, SOCIAL_X, SOCIAL_INSTAGRAM, SOCIAL_YOUTUBE }
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
}

function readS3(values: Environment) {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    /** Origin; the bucket is the first part of the path. */
    endpoint: S3_ENDPOINT,
    region: values.S3_REGION ?? 'us-east-1',
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** The host for URLs: a wildcard address is reached through the loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
