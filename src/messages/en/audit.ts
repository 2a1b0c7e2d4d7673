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
