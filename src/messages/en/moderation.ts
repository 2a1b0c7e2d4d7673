/** Texts of the screen: moderation. */

export const youRejectedThisRecommendation = 'You rejected this recommendation'
export const youWroteThisRecommendation = 'You wrote this recommendation'
export const anotherAdministratorDecidesAboutThe = ': another administrator decides about the appeal.'
export const approve = 'Approve'
export const keepsItVisible = 'Keeps it visible'
export const showsItAgain = 'Shows it again'
export const reject = 'Reject'
export const hidesIt = 'Hides it'
export const keepsItHidden = 'Keeps it hidden'
export const deleteLabel = 'Delete'
export const removesIt = 'Removes it'
export const undo = 'Undo'
export const hiddenBecauseAnEarlierRecommendation =
  'Hidden because an earlier recommendation of this tool by the same author was rejected.'
export const n1Report = '1 report'
export const showFewer = 'Show fewer'
export const and = 'and '
export const olderOnes = ' older ones'
export const gone = 'Gone'
export const visibleToEveryone = 'Visible to everyone'
export const hidden = 'Hidden'
export const before = 'Before: '
export const theAuthorsAppeal = "The author's appeal"
export const flaggedContent = 'Flagged Content'
export const searchFlaggedContent = 'Search flagged content'
export const searchByTextReportPerson = 'Search by text, report, person or tool'
export const show = 'Show'
export const n1NewReportAbove = '1 new report above'
export const couldNotBeRefreshedJust = 'Could not be refreshed just now. What you see may be out of date.'
export const noFlaggedContentMatchesYour = 'No flagged content matches your search.'
export const loadingFlaggedContent = 'Loading flagged content'

export const byWriter = (writer: string) => ` by @${writer}`
export const reportCount = (reportCount: number) => `${reportCount} reports`
export const showAllReports = (count: number) => `Show all ${count} reports`
export const newReportsAbove = (count: number) => `${count} new reports above`
