import { title, type Words } from '#shared/words.ts'

/** Texts of the screen: audit. */

export const filters = 'Filters'
export const about = 'About'
export const everything = 'Everything'
export const by = 'By'
export const everyone = 'Everyone'
export const from = 'From'
export const to = 'To'
export const clear = 'Clear'
export const noEntriesMatchYourSearch = 'No entries match your search.'
export const clearSearch = 'Clear search'
export const administratorActionsAppearHere = 'Administrator actions appear here.'
export const nothingHasBeenChangedYet = 'Nothing has been changed yet.'
export const auditLog = 'Audit log'
export const whatAdministratorsChangedEntriesCannot =
  'What administrators changed. Entries cannot be edited or deleted.'
export const searchTheAuditLog = 'Search the audit log'
export const whatOneImportChangedRow = 'What one import changed, row by row.'
export const showTheWholeLog = 'Show the whole log'
export const whatItChanged = 'What it changed'
export const initialValues = 'Initial values'
export const deletedValues = 'Deleted values'
export const before = 'before: '
export const now = 'now: '
export const after = ' after: '

export const filtersCount = (count: number) => `Filters (${count})`
export const formerAdministrator = (id: string) => `Former administrator ${id}`
/** The subjects of entries. */
export const kinds = {
  tools: ({ items }: Words) => title(items),
  categories: 'Categories',
  recommendations: 'Recommendations',
  administrators: 'Administrators',
  suspensions: 'Suspensions',
  site: 'Site settings',
  imports: 'Imports',
}

/** Columns of the log that are in no form. */
export const fieldNames = {
  description: 'Description',
  website_url: 'Website',
  category_id: 'Primary category',
  hides_upvotes: 'Recommendations',
  rows: 'Rows',
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
  newCategories: 'New categories',
  deleted: 'Deleted',
}
export const categories = 'Categories'
export const categoriesChanged = 'Categories changed'
export const fileAdded = 'Added'
export const fileRemoved = 'Removed'
export const fileReplaced = 'Replaced'
export const upvotesHidden = 'Hidden'
export const upvotesKept = 'Kept'
export const yes = 'Yes'
export const no = 'No'
export const none = 'None'
export const deletedCategory = 'a deleted category'

/** Parts of sentences: what was done to the subject, and the text after its name. */
export const verbs: Readonly<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'deleted',
}
export const changed = 'changed'
export const toTool = ({ item }: Words, verb: string) => `${verb} the ${item}`
export const toCategory = (verb: string) => `${verb} the category`
export const toEntry = (verb: string) => `${verb} an entry of`
export const changedToolCategories = ({ item }: Words) => `changed the categories of the ${item}`
export const formerMember = 'a former member'
export const deletedTool = ({ item }: Words) => `a deleted ${item}`
export const byMember = (name: string) => ` by ${name}`
export const decidedReport = 'decided a report about'
export const stoppedAsAdministrator = 'stopped being an administrator'
export const revoked = 'revoked'
export const asAdministrator = ' as administrator'
export const made = 'made'
export const anAdministrator = ' an administrator'
export const suspended = 'suspended'
export const liftedSuspension = 'lifted the suspension of'
export const changedSettings = 'changed the settings of the site'
export const changedSearchSettings = 'changed the settings of the search'
export const revokedInvitation = 'revoked the invitation of'
export const invited = 'invited'
export const importVerbs: Readonly<Record<string, string>> = {
  insert: 'started the import of',
  update: 'imported',
  delete: 'removed',
}
export const aFile = 'a file'
export const withItsRecommendations = (count: number) =>
  count === 1 ? ' with its recommendation' : ` with its ${count} recommendations`
export const decisions = {
  delete: 'deleted a recommendation of',
  insert: 'undid the deletion of a recommendation of',
  approved: 'approved a recommendation of',
  rejected: 'rejected a recommendation of',
  undone: 'undid a decision about a recommendation of',
}

/** The actor where it was not a person. */
export const sources: Readonly<Record<string, string>> = {
  'command line': 'The command line',
  ADMIN_EMAILS: 'The server’s configuration',
  key: 'A service with the secret key',
}
export const unnamedAdministrator = 'A former administrator'
export const unknownSource = 'Someone with access to the database'
