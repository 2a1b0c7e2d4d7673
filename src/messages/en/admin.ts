import { title, type Words } from '#shared/words.ts'

const notSaved = ({ item }: Words) => `Failed to save ${item}`

/** Texts of failed administration calls, by code. */
export const adminErrors = {
  loadTools: ({ items }: Words) => `Failed to load ${items}`,
  loadTool: ({ item }: Words) => `Failed to load ${item}`,
  loadToolCategories: ({ item }: Words) => `Failed to load ${item} categories`,
  loadCategories: 'Failed to load categories',
  loadCategory: 'Failed to load category',
  loadFlagged: 'Failed to load flagged content',
  loadMembers: 'Failed to load members',
  loadAuditLog: 'Failed to load the audit log',
  loadFirstSteps: 'Failed to load the first steps',
  loadBackup: 'Failed to load the last backup',
  dismissFirstSteps: 'Failed to hide the first steps',
  saveCategory: 'Failed to save category',
  categoryChanged: 'Failed to save category',
  categoryGone: 'Failed to save category',
  categorySlugTaken: 'Failed to save category',
  /** These five are followed by the reason: see `toolSave`. */
  saveTool: notSaved,
  toolChanged: notSaved,
  toolGone: notSaved,
  toolSlugTaken: notSaved,
  toolCategoriesRefused: notSaved,
  saveToolUnknown: (words: Words) => `${notSaved(words)}: Something went wrong`,
  uploadLogo: 'The server could not be reached',
  deleteTool: ({ item }: Words) => `Failed to delete ${item}`,
  deleteCategory: 'Failed to delete category',
  /** The outcome of the deletion is unknown. */
  completeDelete: 'Failed to complete delete operation',
  approveUpvote: 'Failed to approve upvote',
  rejectUpvote: 'Failed to reject upvote',
  deleteUpvote: 'Failed to delete upvote',
  undoDecision: 'Failed to undo the decision',
  manageMember: 'Something went wrong. Please try again.',
  importExport: 'Something went wrong. Please try again.',
  importCutShort: 'The connection ended before the server had finished. Please try again.',
  loadSearchSettings: 'Failed to load the settings of the search',
  saveSearchSettings: 'The settings were not saved. Please try again.',
  searchSettingsChanged: 'The settings were changed by someone else',
  loadSite: 'Failed to load the site settings',
  loadSiteVersions: 'Failed to load the history',
  saveSite: 'The settings were not published. Please try again.',
  siteChanged: 'The settings were changed by someone else',
  restoreSite: 'The version could not be restored. Please try again.',
  loadInvitations: 'Failed to load the invitations',
  invite: 'The address could not be invited. Please try again.',
  revokeInvitation: 'The invitation could not be revoked. Please try again.',
  importUnreadable: 'The server sent an answer that cannot be read. Please try again.',
}

export type AdminErrorCode = keyof typeof adminErrors

/** Failed actions on members. */
export const memberFailures = {
  grant: (username: string) => `Failed to make @${username} an administrator`,
  revoke: (username: string) => `Failed to revoke @${username}`,
  suspend: (username: string) => `Failed to suspend @${username}`,
  lift: (username: string) => `Failed to lift the suspension of @${username}`,
}

/** Why a tool was not saved (section 8): the step that failed, and the reason. */
export const toolSave = {
  failed: (words: Words, reason: string) => `${notSaved(words)}: ${reason}`,
  upload: (reason: string) => `Failed to upload logo: ${reason}`,
  step: ({ item }: Words, ofCategories: boolean, exists: boolean, reason: string) =>
    `${ofCategories ? `Failed to ${exists ? 'update' : 'add'} ${item} categories` : `Database ${exists ? 'update' : 'insert'} error`}: ${reason}`,
  unreachable: 'The server could not be reached',
  unanswered: 'The server could not answer',
  slugTaken: 'Slug is already taken',
}

export const adminDashboard = 'Admin Dashboard'
export const actions = 'Actions'
export const pages = 'Pages'
export const previous = 'Previous'
export const next = 'Next'
export const sortBy = 'Sort by'
export const loading = 'Loading...'

export const pageOf = (page: string, pages: string) => `Page ${page} of ${pages}`
export const wasDeleted = (name: string) => `"${name}" has been deleted`
export const areas = {
  tools: ({ items }: Words) => title(items),
  categories: 'Categories',
  flags: 'Flags',
  people: 'Members',
  audit: 'Audit log',
  transfer: 'Import & export',
  backup: 'Backup',
  search: 'Search',
  site: 'Site settings',
}
export const lostRight = 'You are no longer an administrator.'
/** Unsaved text would be lost. */
export const lostRightQuestion = {
  title: 'You are no longer an administrator',
  description: 'Your changes cannot be saved. Copy what you want to keep before you leave.',
}
/** What filters count, singular and plural, unless a page has its own. */
export const entryNoun = ['entry', 'entries'] as const
