/** Texts of the screen: terms, privacy policy and about. Their own texts are terms.md and privacy.md. */

export const termsTitle = 'Terms & Conditions'
export const privacyTitle = 'Privacy Policy'
export const lastUpdated = 'Last updated:'
export const contents = 'Contents'
/** Where a text names the contact and none is known. */
export const accountsBelow = 'any of the accounts linked at the foot of every page'

export const aboutTitle = (name: string) => `About ${name}`
/** What search engines show of each. */
export const termsHead = (site: string) => ({
  title: `Terms & Conditions - ${site}`,
  description: `The terms for using ${site}: who may join, what recommendations are, and how they are moderated.`,
})
export const privacyHead = (site: string) => ({
  title: `Privacy Policy - ${site}`,
  description: `What ${site} keeps about you, why, what is public, and how to have it corrected or deleted.`,
})
