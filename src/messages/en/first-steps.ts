/** Texts of the screen: the first steps of a new directory. */

export const firstSteps = 'First steps'
export const done = 'Done: '
export const toDo = 'To do: '
export const hide = 'Hide'
export const progress = (count: number, all: number) => `${count} of ${all} done`

export const name = 'Make it yours'
export const nameWhy =
  'Name, logo, colour, links and legal texts, with a preview before anyone else sees them.'
export const addTools = 'Import your tools'
export const addToolsWhy = 'From a CSV or JSON Lines file, with a preview of every change.'
export const invite = 'Add a second administrator'
export const inviteWhy =
  'Someone who can act when you are away. They sign up first; then you make them one under Members.'
export const backup = 'Make a backup'
export const backupWhy = 'While the site runs, with one command; or one every day by itself.'
