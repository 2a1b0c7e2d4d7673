/** The id of the person's own recommendation on a tool's page: the part of the address that leads to it. */
export const OWN_RECOMMENDATION = 'your-recommendation'

/** Leads the person to their own recommendation, if this page shows it; says whether it does. */
export function showOwnRecommendation(): boolean {
  const own = document.getElementById(OWN_RECOMMENDATION)
  own?.focus({ preventScroll: true })
  own?.scrollIntoView({ block: 'center' })
  return own !== null
}
