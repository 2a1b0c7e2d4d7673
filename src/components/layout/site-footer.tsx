import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import { code } from '#messages/language.js'
import * as messages from '#messages/site.js'
import { urlOfPage } from '#shared/page-url.ts'
import type { Site } from '#shared/site.ts'
import { getEnvironment } from '~/lib/environment'
import { contactAddress, useSite } from '~/lib/site-data'
import { NetworkMark } from './network-mark'
import { ThemeSwitch } from './theme-switch'

const PAGES = [
  ['/about', messages.about],
  ['/terms', common.terms],
  ['/privacy', messages.privacy],
  ['/ranking', messages.ranking],
  ['/submit', messages.submit],
] as const

const TEXT_LINK = 'rounded-md py-1 hover:text-ink pointer-coarse:py-3'

/** The footer of every page. `year` comes from the server, so that hydration matches. */
export function SiteFooter({ year }: { year: number }) {
  return (
    <FooterOf site={useSite()} year={year}>
      <ThemeSwitch />
    </FooterOf>
  )
}

/** The other languages of the site: links to this page in them. */
function Languages() {
  const { languages } = getEnvironment()
  const path = useLocation({
    select: ({ pathname, searchStr }) => pathname + searchStr,
  })
  if (!languages) return null
  return (
    <nav aria-label={messages.languages} className="flex flex-wrap gap-x-4">
      {languages
        .filter((language) => language.code !== code)
        .map((language) => (
          <a
            key={language.code}
            href={urlOfPage(language.url, path)}
            hrefLang={language.code}
            lang={language.code}
            className={TEXT_LINK}
          >
            {language.name}
          </a>
        ))}
    </nav>
  )
}

type Props = { site: Site; year: number; children?: ReactNode }

/** The footer's content: tagline, social links, legal pages and further links. */
export function FooterOf({ site, year, children }: Props) {
  const { name, tagline, socialLinks, footerLinks, contact, hasAbout, submissions } = site
  return (
    <footer className="border-t border-line py-9 text-[13px] text-ink-faint">
      <div className="wrap grid gap-x-8 gap-y-6 md:grid-cols-[1fr_auto]">
        <p className="font-serif text-[19px] leading-snug tracking-[-0.01em] text-ink-soft">{tagline}</p>
        <ul className="-mx-2 flex flex-wrap items-center md:justify-self-end">
          {socialLinks.map((link) => (
            <li key={link.label + link.url}>
              <a
                href={link.url}
                target="_blank"
                rel="noopener"
                title={link.label}
                aria-label={messages.productOnNetwork({ productName: name, label: link.label })}
                className="grid size-9 place-items-center rounded-lg hover:bg-sunken hover:text-ink pointer-coarse:size-11"
              >
                <NetworkMark link={link} />
              </a>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {PAGES.slice(hasAbout ? 0 : 1, submissions === 'nobody' ? -1 : undefined).map(([to, label]) => (
            <Link key={to} to={to} className={TEXT_LINK}>
              {label}
            </Link>
          ))}
          {footerLinks.map(({ label, url }) => (
            <a key={label + url} href={url} className={TEXT_LINK}>
              {label}
            </a>
          ))}
          {contact && (
            <a href={contactAddress(contact)} className={TEXT_LINK}>
              {messages.contact}
            </a>
          )}
          <span>
            © {year} {name}
          </span>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 md:justify-self-end">
          <Languages />
          {children}
        </div>
      </div>
    </footer>
  )
}
