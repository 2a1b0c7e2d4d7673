import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { signUp } from '#messages/common.js'
import { darkTheme, lightTheme } from '#messages/site.js'
import { sitePreview as messages } from '#messages/site-settings.js'
import { type AccentTheme, accentStyle, DEFAULT_ACCENT } from '#shared/accent-css.ts'
import type { Site } from '#shared/site.ts'
import { BrandLink } from '~/components/layout/brand'
import { PageHeading } from '~/components/layout/page-heading'
import { FooterOf } from '~/components/layout/site-footer'
import { buttonClass } from '~/components/ui/button'
import { ToolCard } from '~/features/catalogue/tool-card'
import { UpvoteControl } from '~/features/upvotes/upvote-control'

const TOOL = {
  id: 'preview',
  slug: 'preview',
  logo: null,
  short_description: messages.description,
  featured: true,
  upvote_count: 128,
  categories: { id: 'preview', name: messages.category, slug: 'preview' },
  latest_reason: messages.reason,
}

/** A small, inert preview of the site with these settings, in both themes. */
export function SitePreview({ site }: { site: Site }) {
  return (
    <div className="grid gap-5">
      <Window site={site} theme="light" />
      <Window site={site} theme="dark" />
    </div>
  )
}

/** A page in a frame, which has its own theme and width. */
function Window({ site, theme }: { site: Site; theme: AccentTheme }) {
  const name = theme === 'light' ? lightTheme : darkTheme
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page) return
    page.documentElement.dataset.theme = theme
    page.head.replaceChildren(
      ...[...document.querySelectorAll('link[rel=stylesheet], style:not([data-accent])')].map((style) =>
        page.importNode(style, true),
      ),
    )
    setBody(page.body)
  }, [theme])

  return (
    <figure aria-label={name}>
      <figcaption className="mb-1.5 text-[13px] text-ink-faint">{name}</figcaption>
      {/* As wide as a phone, or as a small screen (above 768 px) scaled to fit. */}
      <div className="card h-[560px] overflow-hidden lg:h-[286px]">
        <iframe
          ref={frame}
          inert
          title={name}
          className="block size-full origin-top-left lg:size-[210%] lg:scale-[calc(1/2.1)]"
        />
      </div>
      {body && createPortal(<Page site={site} />, body)}
    </figure>
  )
}

function Page({ site }: { site: Site }) {
  const { accentLight, accentDark } = site
  const tool = { ...TOOL, name: messages.tool(site) }
  return (
    <>
      <style>{accentStyle({ accentLight: accentLight ?? DEFAULT_ACCENT.light, accentDark })}</style>
      <div className="flex h-[60px] items-center justify-between border-line border-b px-6">
        <BrandLink site={site} />
        {site.signUp !== 'closed' && <span className={buttonClass()}>{signUp}</span>}
      </div>
      <div className="wrap">
        <PageHeading {...site} />
        <ul className="border-line border-t">
          <ToolCard
            topic={site.topic}
            tool={tool}
            upvote={<UpvoteControl tool={tool} upvoted />}
            save={null}
            compare={null}
          />
        </ul>
      </div>
      <div className="mt-10">
        <FooterOf site={site} year={new Date().getUTCFullYear()} />
      </div>
    </>
  )
}
