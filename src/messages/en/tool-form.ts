import type { ToolField } from '~/rules/tool-fields'

/** The tool form: its fields by name. */
const fields: Record<ToolField | 'category_ids' | 'logo', string> = {
  name: 'Name',
  slug: 'Slug',
  short_description: 'Description',
  website_url: 'Website URL',
  featured: 'Featured',
  category_ids: 'Categories',
  logo: 'Logo',
}

const hints: Partial<Record<ToolField, string>> = {
  short_description: 'One or two sentences: what it does, and for whom.',
  featured: "A badge on the tool's page.",
}

const placeholders: Partial<Record<ToolField, string>> = { website_url: 'https://' }

/** What differs between the people who fill it in: here, an administrator. */
const admin = {
  add: 'Add New Tool',
  edit: 'Edit Tool',
  create: 'Create Tool',
  update: 'Update Tool',
  created: 'Tool created successfully',
  updated: 'Tool updated successfully',
}

export type ToolFormWords = typeof admin

export const toolForm = {
  fields,
  hints,
  placeholders,
  admin,
  characters: ' characters',
  uploading: 'Uploading logo...',
  saving: 'Saving...',
}
