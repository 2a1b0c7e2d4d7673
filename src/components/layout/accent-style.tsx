import { useSite } from '~/lib/site-data'
import { accentStyle } from '~/rules/accent-css'

/**
 * The accents of the site. Made by the server alone: what makes them is no part of the first load, and the browser leaves
 * the style as it is.
 */
export function AccentStyle() {
  const site = useSite()
  return (
    <style
      data-accent=""
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: two colours, checked where the style is made.
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? accentStyle(site) : '' }}
    />
  )
}
