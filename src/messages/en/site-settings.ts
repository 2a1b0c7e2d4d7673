import type { SiteSettings } from '#shared/site.ts'
import type { Words } from '#shared/words.ts'

/** Texts of the screen: site settings. */

/** The names of settings, in the form, the history and the audit log. */
export const siteFields: Record<keyof SiteSettings, string> = {
  name: 'Name',
  topic: 'Topic',
  item: 'Item',
  items: 'Items',
  tagline: 'Tagline',
  heading: 'Home page heading',
  subtitle: 'Home page subheading',
  logo_path: 'Logo',
  icon_path: 'Icon',
  accent_light: 'Accent in the light theme',
  accent_dark: 'Accent in the dark theme',
  social_links: 'Social links',
  contact: 'Contact',
  law: 'Governing law',
  terms: 'Terms & Conditions',
  terms_date: 'Terms last updated',
  privacy: 'Privacy Policy',
  privacy_date: 'Privacy policy last updated',
  about: 'About page',
  footer_links: 'Links in the footer',
  sign_up: 'Who may sign up',
  sign_up_text: 'Text on the sign-up page',
}

export const siteFailures = {
  save: (reason: string) => `The settings were not published: ${reason}`,
}

const sections = {
  name: 'Name and texts',
  nameHint: 'What the site is called and how it greets visitors. An empty field shows the default.',
  look: 'Look',
  lookHint: 'Your logo and your colour, in both themes.',
  links: 'Links',
  linksHint: 'Where else you are, and how people reach you.',
  documents: 'Legal and about',
  documentsHint:
    'Written in Markdown; each “## Heading” begins a section. {name}, {host}, {contact}, {law}, {item}, {items} and {topic_items} are filled in.',
  signUp: 'Sign-up',
  signUpHint: 'Who can join. Members are not affected.',
}

export const siteForm = {
  title: 'Site settings',
  intro: 'What makes this site yours. Nothing changes for visitors until you publish.',
  sections,
  topicHint: 'What your directory is about; empty for none.',
  itemHint: 'What you list: the word for one.',
  itemsHint: 'The word for several.',
  taglineHint: 'At the foot of every page.',
  subtitleHint: 'Also what search engines show of the home page.',
  accents: 'Accent colours',
  accentHint: 'One for each theme: no single colour can be read on both. We check that text stays readable.',
  pick: (label: string) => `${label}: pick a colour`,
  passes: (contrast: number) => `Contrast ${contrast}:1, easy to read.`,
  default: 'The default colour.',
  accentFails: (contrast: number, nearest: string) =>
    `Contrast ${contrast}:1, and 4.5:1 is needed to read it. The nearest colour that passes is ${nearest}.`,
  use: (color: string) => `Use ${color}`,
  label: 'Name',
  url: 'Address',
  linkNamed: (list: string, place: number) => `${list}, link ${place}`,
  addLink: 'Add a link',
  removeLink: (name: string) => `Remove ${name}`,
  thisLink: 'this link',
  moveUp: (name: string) => `Move ${name} up`,
  socialHint: 'Any network, in the order of the footer. Known networks show their icon.',
  footerHint: 'Shown beside Terms and Privacy. A path such as /about, or a whole address.',
  contactHint:
    'An email address, or an address that starts with https://. Shown in the footer and in your terms.',
  needsContact: 'Your terms say that people reach you through the links in the footer, and there are none.',
  fixedBy: (variable: string) => `Set by the environment variable ${variable}, which overrides this field.`,
  notShown: 'Not shown',
  lawHint:
    'Your state or country, as your terms name it: “governed by the law of …”. The default is not yours to keep.',
  lastUpdated: 'Last updated',
  defaultShown: 'A draft is shown. Have it checked, or write your own.',
  noAbout: 'There is no about page.',
  writeOwn: (document: string) => `Write your own ${document}`,
  writeAbout: 'Write an about page',
  backToDefault: 'Back to the default text',
  removeAbout: 'Remove the about page',
  discardQuestion: 'Discard what you wrote?',
  discardEffect: 'It is not published, and will be lost.',
  aboutStart: 'Who is behind {name}, and why.\n',
  policies: {
    open: ['Open', 'Everyone can sign up.'],
    invited: ['By invitation', 'Only the addresses listed below can sign up.'],
    closed: ['Closed', 'No one can sign up. The page says so.'],
  },
  // The hook's name is Supabase's.
  hostedSignUp:
    'Accounts are made by your Supabase project. It follows this choice once its hook “Before User Created” is enabled; until then everyone can sign up.',
  signUpTextHint: 'For example what this site is for, or how to get an invitation.',
  publish: 'Publish',
  publishing: 'Publishing...',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  preview: 'Preview',
  previewHint: 'How it will look, in both themes. Not published yet.',
  themes: { light: 'Light theme', dark: 'Dark theme' },
  published: 'Published. Visitors see it from now on.',
  restored: (version: number) => `Version ${version} is published again`,
  upToDate: (version: number) => (version === 0 ? 'Using defaults' : `Version ${version} is published`),
  changed: (fields: readonly string[]) => `Not published: ${fields.join(', ')}`,
  thing: 'page of settings',
  none: 'None',
  defaultValue: 'Default',
}

/** The texts of the two picture fields. */
export const siteLogoWords = {
  logo_path: {
    label: siteFields.logo_path,
    remove: 'Remove logo',
    removed: 'The logo is removed when you publish.',
    uploaded: (name: string) => `${name} is uploaded when you publish.`,
    none: 'No logo: the name is shown',
  },
  icon_path: {
    label: siteFields.icon_path,
    remove: 'Remove icon',
    removed: 'The icon is removed when you publish.',
    uploaded: (name: string) => `${name} is uploaded when you publish.`,
    none: 'No icon: a dot in your accent colour',
  },
}

export const siteInvitations = {
  title: 'Invited addresses',
  hint: 'An email address, or a whole domain such as @example.org. Invited at once, without publishing; addresses get an email.',
  hostedHint:
    'An email address, or a whole domain such as @example.org. Invited at once, without publishing.',
  notMailed: 'This site cannot email invitations. Send this link to the people you invite:',
  address: 'Address to invite',
  placeholder: 'name@example.org or @example.org',
  invite: 'Invite',
  inviting: 'Inviting...',
  invited: (address: string) => `${address} is invited`,
  invitedBefore: (address: string) => `${address} was invited before`,
  empty: 'No one is invited yet.',
  joined: (day: string) => `Joined ${day}`,
  mailed: (day: string) => `Email sent ${day}`,
  waiting: (day: string) => `Invited ${day}`,
  domain: 'Everyone with this domain',
  revoke: 'Revoke',
  revokeNamed: (address: string) => `Revoke the invitation of ${address}`,
  revoked: (address: string) => `${address} is no longer invited`,
}

export const sitePreview = {
  tool: ({ item }: Words) => `Example ${item}`,
  category: 'Writing',
  description: 'A card as it stands in your lists, recommended by a member.',
  reason: 'Saves me an hour a day, and it never gets in the way.',
  signUp: 'Sign Up',
}

const fieldName = (field: string) => Object.entries(siteFields).find(([key]) => key === field)?.[1] ?? field

export const siteHistory = {
  title: 'History',
  hint: 'Every version that was published. Restoring one publishes it again, as a new version.',
  empty: 'Nothing has been published yet.',
  version: (version: number) => `Version ${version}`,
  defaults: 'The defaults',
  current: 'Published now',
  commandLine: 'the command line',
  formerAdministrator: 'a former administrator',
  by: (who: string) => `, by ${who}`,
  changed: (fields: readonly string[]) => `Changed: ${fields.map(fieldName).join(', ')}`,
  restore: 'Restore',
  restoreNamed: (version: number) => `Restore version ${version}`,
  restoreQuestion: (version: number) => `Restore version ${version}?`,
  restoreEffect: 'What you changed on this page and did not publish will be lost.',
}
