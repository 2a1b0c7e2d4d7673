/** What the fields of a tool are called, on the form and in what is wrong with one. The server reads this file too. */
export const toolFieldNames = {
  name: 'Name',
  slug: 'Slug',
  short_description: 'Description',
  website_url: 'Website URL',
  featured: 'Featured',
}
