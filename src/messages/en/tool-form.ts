import { toolFieldNames } from '#shared/messages/en/tool-fields.ts'
import type { ToolField } from '#shared/tool-fields.ts'
import { capital, title, type Words } from '#shared/words.ts'

/** The tool form: its fields by name. */
const fields: Record<ToolField | 'category_ids' | 'logo', string> = {
  ...toolFieldNames,
  category_ids: 'Categories',
  logo: 'Logo',
}

const hints: Partial<Record<ToolField, string>> = {
  short_description: 'One or two sentences: what it does, and for whom.',
  featured: 'A badge on its page.',
}

const placeholders: Partial<Record<ToolField, string>> = { website_url: 'https://' }

/** Texts that depend on who uses the form: here an administrator. */
const admin = ({ item }: Words) => ({
  add: `Add New ${title(item)}`,
  edit: `Edit ${title(item)}`,
  create: `Create ${title(item)}`,
  update: `Update ${title(item)}`,
  created: `${capital(item)} created successfully`,
  updated: `${capital(item)} updated successfully`,
})

export type ToolFormWords = ReturnType<typeof admin>

export const toolForm = {
  fields,
  hints,
  placeholders,
  admin,
  characters: ' characters',
  uploading: 'Uploading logo...',
  saving: 'Saving...',
}

export const facts = 'Facts'
export const onlyWhatIsKnown = 'All optional. Only what is known is shown.'
export const license = 'For example Apache-2.0.'
export const details =
  'A longer description in Markdown, shown below the recommendations: headings, lists, links, tables, code. Images and HTML are left out.'

export const categories = 'Categories'
export const optionalTheFirstIsThe = 'Optional. The first is the primary one, shown in lists.'
export const searchCategories = 'Search categories...'
export const choices = 'Choices'
export const noCategoriesFound = 'No categories found'
export const failedToLoadCategories = 'Failed to load categories'
export const loadingCategories = 'Loading categories...'
export const tryAgain = 'Try again'
export const thisCategoryNoLongerExists = 'This category no longer exists'
export const primary = 'Primary'
export const noLogo = 'No Logo'
export const noPreview = 'No preview'

export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const removeNamed = (name: string) => `Remove ${name}`

export const logoWords = {
  label: fields.logo,
  remove: 'Remove logo',
  removed: 'The logo is removed when you save.',
  uploaded: (name: string) => `${name} is uploaded when you save.`,
}
export const unknownCategory = 'Unknown category'
export const yes = 'Yes'
export const no = 'No'
export const none = 'None'
/** Announced after a category was moved or removed. */
export const categoryMoved = (name: string, place: number, count: number) =>
  `${name} is number ${place} of ${count}${place === 1 ? ', the primary one' : ''}`
export const categoryRemoved = (name: string) => `${name} is removed`
