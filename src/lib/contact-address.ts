/** The link of a contact, which is a URL or a mail address. */
export const contactAddress = (contact: string) => (contact.includes('://') ? contact : `mailto:${contact}`)
