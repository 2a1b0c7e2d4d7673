import type { Words } from '#shared/words.ts'

/** Texts of the screen: moderation. */

export const forAnother = {
  own: 'You wrote this recommendation: another administrator decides about it.',
  appeal: 'You rejected this recommendation: another administrator decides about the appeal.',
}
export const approve = 'Approve'
export const keepsItVisible = 'Keeps it visible'
export const showsItAgain = 'Shows it again'
export const reject = 'Reject'
export const hidesIt = 'Hides it'
export const keepsItHidden = 'Keeps it hidden'
export const deleteLabel = 'Delete'
export const removesIt = 'Removes it and its upvote'
export const undo = 'Undo'
export const hiddenByEarlier = ({ item }: Words) =>
  `Hidden because an earlier recommendation of this ${item} by the same author was rejected.`
export const showFewer = 'Show fewer'
export const gone = 'Gone'
export const visibleToEveryone = 'Visible to everyone'
export const hidden = 'Hidden'
export const authorsAppeal = "The author's appeal"
export const flaggedContent = 'Flagged Content'
export const searchFlaggedContent = 'Search flagged content'
export const searchHint = ({ item }: Words) => `Search by text, report, member or ${item}`
export const show = 'Show'
export const notRefreshed = 'Could not be refreshed just now. What you see may be out of date.'
export const noMatch = 'No flagged content matches your search.'
export const loadingFlaggedContent = 'Loading flagged content'

export const byWriter = (writer: string) => ` by @${writer}`
export const reportCount = (count: number) => (count === 1 ? '1 report' : `${count} reports`)
export const olderReports = (count: number) => `and ${count} older ones`
export const decidedBefore = (decision: string) => `Before: ${decision}`
export const showAllReports = (count: number) => `Show all ${count} reports`
export const newCards = (count: string) => `${count} new: show`
export const upvoteApproved = 'Upvote approved and is now visible again'
export const upvoteRejected = 'Upvote rejected and will remain hidden'
export const upvoteDeleted = 'Upvote deleted permanently'
export const newReportOrAppeal =
  'There is a new report or appeal about this recommendation. Read it before you decide.'
export const undonePending = 'Decision undone. It is pending again.'
export const undoneNoReports = 'Decision undone. No open reports remain.'
export const nothingChanged = (decision: string) => `${decision} Nothing was changed.`
export const formerAdministrator = 'A former administrator'
export const you = 'You'
export const alreadyDecided = 'Another moderator has already decided this.'
export const removedByAuthor = 'This recommendation was removed by its author.'
export const noOpenReports = 'This recommendation has no open reports. It is visible again.'
export const timeAgo = (time: string) => `${time} ago`
export const decidedThis = (who: string, decision: string, when: string) => `${who} ${decision} this ${when}.`
export const deletedThis = (who: string, when: string) => `${who} deleted this${when}.`
export const nonePending = 'No recommendations are pending.'
export const noneApproved = 'No approved recommendations.'
export const noneRejected = 'No rejected recommendations.'
export const noneReported = 'No recommendations have been reported.'
export const nothingElseWaiting = 'Nothing else is waiting for you.'
/** The filter of the list. */
export const filters = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected', all: 'All' }
/** Of a report, while `filters` and `decided` speak of the recommendation. */
export const reportOutcomes = { approved: 'Report not upheld', rejected: 'Report upheld' }
export const decided = { approved: 'Approved', rejected: 'Rejected', deleted: 'Deleted' }
export const formerMember = 'A former member'
export const automaticCheck = 'Automatic check'
export const more = (left: string, waiting: boolean) => `${left} more${waiting ? ' waiting' : ''}`
/** What filters count: singular, plural. */
export const noun = ['recommendation', 'recommendations'] as const
