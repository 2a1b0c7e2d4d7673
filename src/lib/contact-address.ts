/** Where the contact of a site leads: it is an address of a page or of mail. */
export const contactAddress = (contact: string) => (contact.includes('://') ? contact : `mailto:${contact}`)
