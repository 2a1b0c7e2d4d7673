import type { Language } from '../../product/languages.ts'
import type { ServedSite } from '../../product/site.ts'
import { answerText } from './answer.ts'

/** Files with fixed names: robots.txt, the web app manifest, /.well-known. */

export interface SeoConfig {
  publicUrl: string
  language: Pick<Language, 'code' | 'prefix'>
  /** Of every language. */
  sitemaps: string[]
  prefixes: readonly string[]
  securityContact: string | undefined
  site(): Promise<ServedSite>
}

const DAY_SECONDS = 24 * 60 * 60

export async function answerSiteFile(
  request: Request,
  pathname: string,
  config: SeoConfig,
): Promise<Response | undefined> {
  if (pathname === '/robots.txt') return answerText(request, robots(config), 'text/plain', DAY_SECONDS)
  if (pathname === '/manifest.webmanifest')
    return answerText(request, manifest(await config.site()), 'application/manifest+json')
  if (pathname === '/.well-known/security.txt' || pathname === '/security.txt')
    return answerText(request, securityText(config, await config.site(), new Date()), 'text/plain')
  // Password managers open this to change a password. It is set through a mailed link, signed in or not.
  if (pathname === '/.well-known/change-password')
    return new Response(null, { status: 302, headers: { location: '/forgot-password' } })
  return undefined
}

/** Pages with noindex are not listed: a crawler that may not fetch them would never see the noindex. */
const robots = ({ sitemaps, prefixes }: SeoConfig) => `User-agent: *
${prefixes
  .flatMap((prefix) => ['/admin', '/auth/', '/profile'].map((path) => `Disallow: ${prefix}${path}`))
  .join('\n')}
Disallow: /rest/
${sitemaps.map((address) => `Sitemap: ${address}`).join('\n')}
`

const PAPER = '#fbfaf7'

function manifest(site: ServedSite): string {
  const { name, tagline, icon, version, language } = site
  const home = language.prefix || '/'
  // An own icon has the same URLs, so a cached one must be revalidated.
  const own = icon ? `?${version}` : ''
  const png = (src: string, sizes: string, purpose: string) => ({
    src: src + own,
    sizes,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: home,
    name: site.nameWithTopic,
    short_name: name,
    description: tagline,
    lang: language.code,
    start_url: home,
    scope: home,
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      png('/icon-192.png', '192x192', 'any'),
      png('/icon-512.png', '512x512', 'any'),
      png('/icon-maskable-512.png', '512x512', 'maskable'),
      ...(icon ? [] : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]),
    ],
    shortcuts: [{ name: language.server.categories, url: `${language.prefix}/categories` }],
  })
}

/**
 * RFC 9116. Without SECURITY_CONTACT it names the site's contact, else the contact section of the terms. It expires
 * half a year from today; the date has no time of day, so that the file is the same all day.
 */
function securityText({ publicUrl, securityContact }: SeoConfig, { contact }: ServedSite, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 180))
  const own = contact && (contact.includes('@') && !contact.includes('://') ? `mailto:${contact}` : contact)
  return `Contact: ${securityContact ?? own ?? `${publicUrl}/terms#contact`}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`
}
