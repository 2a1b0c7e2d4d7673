import type { Words } from '#shared/words.ts'
import type { AdminErrorCode } from './admin'
import type { FlagErrorCode } from './flags'
import type { ProfileErrorCode } from './profile'

/**
 * Texts of failed calls, by code (section 8). The service's own message for the person takes precedence (`DataError`).
 * A second language is a folder like this one with the same codes; the texts of reports, profile and administration are
 * elsewhere because most visitors never download them.
 */
export const errors = {
  fetchTools: ({ items }: Words) => `Failed to fetch ${items}`,
  fetchTool: ({ item }: Words) => `Failed to fetch ${item}`,
  fetchCategories: 'Failed to fetch categories',
  fetchUpvoteCount: 'Failed to fetch upvote count',
  fetchUpvotes: 'Failed to fetch upvotes',
  fetchAdminStatus: 'Failed to ask who is an administrator',
  loadSearch: 'Search could not be loaded. Check your connection and try again.',

  upvote: 'Failed to upvote. Please try again later.',
  upvoteTwice: ({ item }: Words) => `You have already upvoted this ${item}`,
  upvoteSignedOut: 'You must be logged in to upvote',

  partMissing: 'A part of this page could not be downloaded',
  unreachable: 'We could not reach the server. Check your connection and try again.',
  unknown: 'Something went wrong. Please try again.',
}

export type ErrorCode = keyof typeof errors | FlagErrorCode | ProfileErrorCode | AdminErrorCode
