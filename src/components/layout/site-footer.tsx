import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/site.js'
import type { Site } from '#shared/site.ts'
import { contactAddress, useSite } from '~/lib/site-data'
import { NetworkMark } from './network-mark'
import { ThemeSwitch } from './theme-switch'

const TEXT_LINK = 'rounded-md py-1 transition-colors hover:text-ink pointer-coarse:py-3'

/** The footer of every page. `year` comes from the server, so that hydration matches. */
export function SiteFooter({ year }: { year: number }) {
  return (
    <FooterOf site={useSite()} year={year}>
      <ThemeSwitch />
    </FooterOf>
  )
}

type Props = { site: Site; year: number; children?: ReactNode }

/** The footer's content: tagline, social links, legal pages and further links. */
export function FooterOf({ site, year, children }: Props) {
  const { name, tagline, socialLinks, footerLinks, contact, hasAbout } = site
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
                className="grid size-9 place-items-center rounded-lg transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
              >
                <NetworkMark link={link} />
              </a>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {hasAbout && (
            <Link to="/about" className={TEXT_LINK}>
              {messages.about}
            </Link>
          )}
          <Link to="/terms" className={TEXT_LINK}>
            {messages.terms}
          </Link>
          <Link to="/privacy" className={TEXT_LINK}>
            {messages.privacy}
          </Link>
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
        <div className="md:justify-self-end">{children}</div>
      </div>
    </footer>
  )
}
