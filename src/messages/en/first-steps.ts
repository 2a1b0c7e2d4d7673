import type { StarterCounts } from '#shared/import-export-rules.ts'
import type { Words } from '#shared/words.ts'

/** Texts of the screen: the first steps of a new directory. */

export const firstSteps = 'First steps'
export const done = 'Done: '
export const toDo = 'To do: '
export const hide = 'Hide'
export const progress = (count: number, all: number) => `${count} of ${all} done`

export const name = 'Make it yours'
export const nameWhy =
  'Name, logo, colour, links and legal texts, with a preview before anyone else sees them.'
export const linksAreFake =
  'The four social links at the foot of every page are placeholders: they lead to no account of yours.'
export const termsAreDrafts = (law: string) =>
  `Terms and privacy policy are drafts: the terms name the law of ${law}, and yours belongs there.`
export const addTools = ({ items }: Words) => `Import your ${items}`
export const addToolsWhy = 'From a CSV or JSON Lines file, with a preview of every change.'
export const invite = 'Add a second administrator'
export const inviteWhy =
  'Someone who can act when you are away. They sign up first; then you make them one under Members.'
export const backup = 'Make a backup'
export const backupWhy = 'While the site runs, with one command; or one every day by itself.'

/** What is left of the starter: '94 tools and 18 categories'. */
const counted = ({ item, items }: Words, { tools, categories }: StarterCounts) =>
  `${tools} ${tools === 1 ? item : items} and ${categories} ${categories === 1 ? 'category' : 'categories'}`

export const beginEmpty = 'Begin empty'
export const beginEmptyQuestion = 'Remove the starter catalogue?'
export const beginEmptyEffect = (words: Words, counts: StarterCounts) =>
  `${counted(words, counts)} are removed: all that came with the starter and that no one has changed or recommended. You can undo this.`
export const starterRemoved = (words: Words, counts: StarterCounts) =>
  `${counted(words, counts)} were removed`
export const starterRestored = (words: Words, counts: StarterCounts) => `${counted(words, counts)} are back`
export const undo = 'Undo'
