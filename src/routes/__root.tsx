import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, ScriptOnce, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { code, direction } from '#messages/language.js'
import * as messages from '#messages/site.js'
import { EnvironmentScript } from '~/components/layout/environment-script'
import { HeadColors } from '~/components/layout/head-colors'
import { LazyToaster } from '~/components/layout/lazy-toaster'
import { SiteFooter } from '~/components/layout/site-footer'
import { SiteHeader } from '~/components/layout/site-header'
import { BEFORE_PAINT } from '~/components/layout/theme'
import { lazyPart } from '~/components/lazy-part'
import { CompareProvider } from '~/features/compare/compare-provider'
import { SearchLauncher } from '~/features/search/search-launcher'
import { UpvoteProvider } from '~/features/upvotes/upvote-provider'
import { afterPaint } from '~/lib/after-paint'
import { basePath } from '~/lib/environment'
import { rootMeta } from '~/lib/seo'
import { SessionEffects } from '~/lib/session'
import { siteQuery } from '~/lib/site-data'
import styles from '~/styles/app.css?url'

// Not for visitors.
const Bell = lazyPart(() => import('~/features/notices/bell').then((part) => part.Bell))

// The development server serves a preloaded font twice, and the browser warns.
const FONTS = (import.meta.env.PROD ? [geist, newsreader] : []).map((href) => ({
  ...{ rel: 'preload', as: 'font', type: 'font/woff2', href },
  crossOrigin: 'anonymous' as const,
}))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient }, preload }) => {
    // Paints the response to the press before the work of navigation begins.
    if (!import.meta.env.SSR && !preload) await afterPaint()
    return { site: await queryClient.ensureQueryData(siteQuery) }
  },
  loader: () => ({ year: new Date().getUTCFullYear() }),
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ match: { context, error } }) => ({
    meta: rootMeta(context.site, error),
    links: [
      ...FONTS,
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: context.site.icon ? `/icon-192.png?${context.site.version}` : '/favicon.svg' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: `${basePath()}/manifest.webmanifest` },
    ],
  }),
  shellComponent: Document,
  component: Layout,
})

function Document({ children }: { children: ReactNode }) {
  return (
    // The inline script sets attributes here that the server cannot know.
    <html lang={code} dir={direction} suppressHydrationWarning>
      <head>
        <HeadContent />
        <HeadColors />
        <ScriptOnce>{BEFORE_PAINT}</ScriptOnce>
      </head>
      <body>
        {children}
        <EnvironmentScript />
        <Scripts />
      </body>
    </html>
  )
}

function Layout() {
  const { queryClient } = Route.useRouteContext()
  return (
    <UpvoteProvider
      onUpvoted={(toolId) => {
        import('~/features/catalogue/tool-page-data')
          .then(({ refreshUpvoteCount }) => refreshUpvoteCount(queryClient, toolId))
          .catch(() => undefined)
      }}
    >
      <a href="#content" className="skip-link">
        {messages.skipToContent}
      </a>
      <SiteHeader search={<SearchLauncher />} bell={<Bell />} />
      <CompareProvider>
        <main id="content" tabIndex={-1} className="site-main">
          <Outlet />
        </main>
        <SiteFooter {...Route.useLoaderData()} />
      </CompareProvider>
      <SessionEffects />
      <LazyToaster />
    </UpvoteProvider>
  )
}
