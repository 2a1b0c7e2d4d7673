import type { ToolValues } from './form-schemas'
import type { OpenedTool } from './tool-form-data'

/** The fields of the tool form by their labels, in their order. */
export const TOOL_LABELS = {
  name: 'Name',
  slug: 'Slug',
  short_description: 'Description',
  website_url: 'Website URL',
  featured: 'Featured',
  category_ids: 'Categories',
} satisfies Record<keyof ToolValues, string>

const EMPTY: ToolValues = {
  name: '',
  slug: '',
  short_description: '',
  website_url: '',
  featured: false,
  category_ids: [],
}

/** What the form shows of a tool; of a new one nothing. */
export function toolValuesOf(opened: OpenedTool | null): ToolValues {
  if (!opened) return EMPTY
  const { name, slug, short_description, website_url, featured } = opened.tool
  const category_ids = opened.categories.map(({ id }) => id)
  return { name, slug, short_description, website_url, featured, category_ids }
}
