/** The names of a tool's fields, in the form and in validation messages. The server reads this file too. */
export const toolFieldNames = {
  name: 'Name',
  slug: 'Slug',
  short_description: 'Description',
  website_url: 'Website URL',
  featured: 'Featured',
}
