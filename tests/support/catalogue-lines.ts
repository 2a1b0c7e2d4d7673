/** Lines of a catalogue file, for tests of import and export. */

/** A valid tool. */
export const tool = (slug: string, changes: Record<string, unknown> = {}) => ({
  name: `The ${slug}`,
  slug,
  short_description: 'Does one thing.',
  website_url: 'https://tool.example/',
  ...changes,
})
export const row = (...given: Parameters<typeof tool>) => JSON.stringify(tool(...given))

/** Many rows, so that importing them takes a while. */
export const manyRows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    row(`${prefix}-${index}`, { categories: [`${prefix} ${index % 7}`] }),
  ).join('\n')
