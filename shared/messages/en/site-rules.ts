import { title, topicItems, type Words } from '../../words.ts'

/** Defaults and validation messages of the site's settings. The server reads this file too. */

export const tagline = (words: Words) => `Discover the best ${topicItems(words)} for your workflow`
export const heading = (words: Words) => `Discover ${title(topicItems(words))}`
export const subtitle = (words: Words) =>
  `Browse our curated collection of the latest ${topicItems(words)} to enhance your workflow.`
export const law = 'New South Wales, Australia'

/** The names of settings within messages. */
export const called = {
  name: 'Name',
  topic: 'Topic',
  item: 'Item',
  items: 'Items',
  tagline: 'Tagline',
  heading: 'Home page heading',
  subtitle: 'Home page subheading',
  contact: 'Contact',
  law: 'Governing law',
  terms: 'Terms',
  privacy: 'Privacy policy',
  about: 'About',
  signUpText: 'Text for sign-up',
  linkName: 'The name of a link',
  linkAddress: 'The address',
}

export const colour = 'A colour is written as #1a2b3c'
export const picture = 'Must be a picture of this site'
export const date = 'A date is written as 2026-01-31'
export const linkNameRequired = 'A link needs a name'
export const tooManyLinks = (limit: number) => `There can be ${limit} links at most`
export const webAddress = 'Must be an address that starts with http:// or https://'
export const contactAddress = 'Must be an email address or an address that starts with https://'
export const linkAddress =
  'Must be an address that starts with http:// or https://, or a path that starts with /'
export const signUpPolicy = 'Must be open, invited or closed'
