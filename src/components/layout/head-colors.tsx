import { useSite } from '~/lib/site-data'
import { accentStyle } from '~/rules/accent-css'

/**
 * The colours a browser takes for its own parts, and the accents of the site. Those are made by the server alone: what
 * makes them is no part of the first load, and the browser leaves the style as it is.
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: two colours, checked where the style is made.
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? accentStyle(site) : thereAlready() }}
      />
    </>
  )
}

const thereAlready = () => document.querySelector('style[data-accent]')?.textContent ?? ''
