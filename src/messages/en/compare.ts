/** Texts of the screen: comparing tools, and collecting those to compare. */

export const compare = 'Compare'
export const toolsToCompare = 'Tools to compare'
export const clear = 'Clear'
export const compareTools = 'Compare AI tools'
export const description =
  'Two to four AI tools side by side: what they cost, where they run, and why people recommend them.'
export const howToCompare =
  'See two to four tools side by side: what they cost, where they run, and why people recommend them. Look for them here, or press Compare beside a tool in a list.'
export const browseTools = 'Browse tools'
export const addAnother = 'Add another tool to compare it with.'
export const addTool = 'Add a tool'
export const find = 'Find'
export const removeOneFirst = 'Four tools fit side by side. Remove one to add another.'
export const noResultsFound = 'No results found.'
export const allCompared = 'Every tool found is compared already.'
export const comparison = 'Comparison'
export const same = 'Same'
export const recommendations = 'Recommendations'
export const categories = 'Categories'
export const summary = 'Description'
export const reasons = 'Reasons'
export const noReasons = 'No recommendations yet'
export const website = 'Website'
export const visitWebsite = 'Visit Website'
export const opensInANewTab = 'Opens in a new tab'
export const none = 'None'
export const removeIt = 'Remove'
export const full = 'Four tools are chosen already. Remove one to add another.'
export const cleared = 'No tools to compare.'

export const remove = (name: string) => `Remove ${name}`
export const add = (name: string) => `Add ${name}`
export const ofTool = (name: string) => ` of ${name}`
export const chosen = (count: number) => `${count} of 4 tools to compare`
export const added = (name: string, count: number) => `${name} added. ${chosen(count)}`
export const removed = (name: string, count: number) => `${name} removed. ${chosen(count)}`
export const unknownTool = (slug: string) => `There is no tool “${slug}”.`
export const leftOut = (names: readonly string[]) =>
  `Four tools fit side by side. Left out: ${names.join(', ')}.`
export const matches = (query: string) => `Tools found for “${query}”`
export const comparing = (names: readonly string[]) =>
  `Compare ${names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}`
