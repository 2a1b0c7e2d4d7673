import { Link } from '@tanstack/react-router'
import { useSite } from '~/lib/site-data'
import * as messages from '~/messages/en/site'
import { ThemeSwitch } from './theme-switch'

const TEXT_LINK = 'rounded-md py-1 transition-colors hover:text-ink pointer-coarse:py-3'

/** The foot of every page. `year` comes from the server's render, so that the browser writes the same. */
export function SiteFooter({ year }: { year: number }) {
  const { name, tagline, socialLinks } = useSite()
  return (
    <footer className="border-t border-line py-9 text-[13px] text-ink-faint">
      <div className="wrap grid gap-x-8 gap-y-6 md:grid-cols-[1fr_auto]">
        <p className="font-serif text-[19px] leading-snug tracking-[-0.01em] text-ink-soft">{tagline}</p>
        <ul className="-mx-2 flex items-center md:justify-self-end">
          {socialLinks.map(({ label, url }) => (
            <li key={label}>
              <a
                href={url}
                target="_blank"
                rel="noopener"
                aria-label={messages.productOnNetwork(name, label)}
                className="grid size-9 place-items-center rounded-lg transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
              >
                <Mark network={label.toLowerCase()} />
              </a>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link to="/terms" className={TEXT_LINK}>
            {messages.terms}
          </Link>
          <Link to="/privacy" className={TEXT_LINK}>
            {messages.privacy}
          </Link>
          <span>
            © {year} {name}
          </span>
        </div>
        <div className="md:justify-self-end">
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

/** The link around it carries the name. The marks are no part of the first load. */
function Mark({ network }: { network: string }) {
  return (
    <svg viewBox="0 0 24 24" className="icon size-[18px]" strokeWidth="1.7" aria-hidden="true">
      <use href={`/networks.svg#${network}`} />
    </svg>
  )
}
