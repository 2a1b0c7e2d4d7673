import { createIsomorphicFn } from '@tanstack/react-start'
import { accentStyle } from '#shared/accent-css.ts'
import type { Site } from '#shared/site.ts'
import { useSite } from '~/lib/site-data'

/**
 * The theme colours for the browser's interface, and the site's accents. Only the server renders the accents: the code
 * that makes them is not part of the first load, and the browser keeps the style.
 */
export function HeadColors() {
  const site = useSite()
  return (
    <>
      <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14110e" media="(prefers-color-scheme: dark)" />
      <style
        data-accent=""
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: two colours, validated where the style is made.
        dangerouslySetInnerHTML={{ __html: accentsOf(site) }}
      />
    </>
  )
}

const accentsOf = createIsomorphicFn()
  .server((site: Site) => accentStyle(site))
  .client(() => document.querySelector('style[data-accent]')?.textContent ?? '')
