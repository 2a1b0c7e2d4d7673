import { answerText } from './answer.ts'

/** The small files a site is known by: robots.txt, the web app manifest, /.well-known. */

export interface SiteFilesConfig {
  publicUrl: string
  productName: string
  securityContact: string | undefined
}

const DAY_SECONDS = 24 * 60 * 60

export async function answerSiteFile(
  request: Request,
  pathname: string,
  config: SiteFilesConfig,
): Promise<Response | undefined> {
  if (pathname === '/robots.txt') return answerText(request, robots(config), 'text/plain', DAY_SECONDS)
  if (pathname === '/manifest.webmanifest')
    return answerText(request, manifest(config), 'application/manifest+json', DAY_SECONDS)
  if (pathname === '/.well-known/security.txt' || pathname === '/security.txt')
    return answerText(request, securityText(config, new Date()), 'text/plain', DAY_SECONDS)
  // Password managers lead here whoever wants a new password. It is set through a mailed link, signed in or not.
  if (pathname === '/.well-known/change-password')
    return new Response(null, { status: 302, headers: { location: '/forgot-password' } })
  return undefined
}

/** Pages that say noindex are not named: a crawler that may not fetch them would never read it. */
const robots = ({ publicUrl }: SiteFilesConfig) => `User-agent: *
Disallow: /admin
Disallow: /auth/
Disallow: /profile
Disallow: /rest/
Sitemap: ${publicUrl}/sitemap.xml
`

const PAPER = '#fbfaf7'

function manifest({ productName }: SiteFilesConfig): string {
  const icon = (src: string, sizes: string, purpose: string) => ({ src, sizes, type: 'image/png', purpose })
  return JSON.stringify({
    id: '/',
    name: `${productName} AI`,
    short_name: productName,
    description: 'Discover the best AI tools for your workflow',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [{ name: 'Categories', url: '/categories' }],
  })
}

/**
 * RFC 9116. Without SECURITY_CONTACT it leads to the contact section of the terms, which says how to reach whoever runs
 * the site. It is good for half a year from today: the day, not the second, so that the file stays the same all day.
 */
function securityText({ publicUrl, securityContact }: SiteFilesConfig, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 180))
  return `Contact: ${securityContact ?? `${publicUrl}/terms#contact`}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`
}
