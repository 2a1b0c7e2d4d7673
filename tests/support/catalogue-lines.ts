/** Lines of a catalogue file, for tests of import and export. */

/** The line of a valid tool. */
export const row = (slug: string, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    name: `The ${slug}`,
    slug,
    short_description: 'Does one thing.',
    website_url: 'https://tool.example/',
    ...changes,
  })

/** Many rows, so that importing them takes a while. */
export const manyRows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    row(`${prefix}-${index}`, { categories: [`${prefix} ${index % 7}`] }),
  ).join('\n')
