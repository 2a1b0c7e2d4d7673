import { title, type Words } from '#shared/words.ts'

/** Texts of failed calls of the profile page, by code. */
export const profileErrors = {
  loadProfile: 'Failed to load profile',
  loadOwnReports: 'Failed to load your reports',
  deleteOwnUpvote: 'Failed to delete upvote. Please try again.',
  appeal: 'Failed to send your appeal. Please try again.',
  appealGone: 'This can no longer be appealed',
  updateProfile: 'Failed to update profile',
  profileChanged: 'Failed to update profile',
  usernameTaken: 'Failed to update profile',
  exportOwnData: 'Failed to download your data. Please try again.',
  deleteAccount: 'Failed to delete your account. Please try again.',
}

export type ProfileErrorCode = keyof typeof profileErrors

export const appealSent = 'Appeal sent'
export const appealThisDecision = 'Appeal this decision'
export const yourAppeal = 'Your appeal'
export const cancel = 'Cancel'
export const sending = 'Sending...'
export const sendAppeal = 'Send appeal'
export const deleteAccountQuestion = 'Delete account?'
export const cannotBeUndone = 'This action cannot be undone.'
export const removedWithAccount =
  'Your profile with your name, username, email address and password; all your upvotes with their reasons; the reports you made that are still undecided.'
export const removedHeading = 'Removed'
export const keptAfterDeletion =
  "Reports of yours that a moderator decided, with their reason; and, in the moderators' record, that a decision was made about an upvote of yours, but neither you nor your words."
export const keptHeading = 'Kept without your name'
export const deleting = 'Deleting...'
export const deleteAccount = 'Delete account'
export const dataDownloaded = 'Your data has been downloaded'
export const yourData = 'Your data'
export const dataDescription =
  'One file with everything we hold about you: your account and profile, your upvotes, the reports you made and what moderators decided.'
export const preparing = 'Preparing...'
export const downloadYourData = 'Download your data'
export const deletionWarning =
  "Deleting your account removes your profile and your upvotes for good. This can't be undone."
export const yourReports = 'Your Reports'
export const loadMoreReports = 'Load more reports'
export const unlistedTool = 'No longer listed'
export const unknownTool = ({ item }: Words) => `Unknown ${title(item)}`
export const deleteLabel = 'Delete'
export const yourAppealIs = 'Your appeal: '
export const upvoteDeleted = 'Upvote deleted successfully'
export const noUpvotes = ({ items }: Words) => `You haven't upvoted any ${items} yet.`
export const andSayWhy = 'and say why.'
export const findOneYouUse = 'Find one you use'
export const upvotesHeading = ({ items }: Words) => `${title(items)} You've Upvoted`
export const loading = 'Loading...'
export const deleteUpvote = 'Delete upvote?'
export const profileUpdated = 'Profile updated successfully'
export const fullName = 'Full Name'
export const profileConflict =
  'Your profile was changed in another tab or on another device. Check both fields and save again.'
export const updating = 'Updating...'
export const updateProfile = 'Update Profile'
export const yourProfile = 'Your Profile'
export const profileSubtitle = 'Manage your account information and upvotes'
export const profile = 'Profile'
export const myUpvotes = 'My Upvotes'

export const appealHint = (toolName: string) =>
  `Say why your upvote for ${toolName} should be shown. You can appeal once. A moderator reviews it, and that decision is final; until then it stays hidden.`
export const typeToConfirm = (username: string) => `Type ${username} to confirm`
export const deleteUpvoteFor = (name: string) => `Delete upvote for ${name}`
export const upvotedAgo = (time: string) => `Upvoted ${time} ago`
export const reportedAgo = (time: string) => `reported ${time} ago`
export const reportDecidedAgo = (time: string) => `decided ${time} ago`
export const decidedAgo = (decidedAt: string) => ` · ${decidedAt} ago`
export const appealDecisionAbout = (name: string) => `Appeal this decision about ${name}`
export const deleteUpvoteEffect = (tool: string) =>
  `This action cannot be undone. This will permanently delete your upvote for ${tool}.`
export const hiddenInReview = 'Hidden while a moderator reviews a report'
export const shownAgain = 'Shown again: your appeal was accepted'
export const hiddenDuringAppeal = 'Appeal sent. Still hidden until it is reviewed.'
export const hiddenAppealedBefore = ({ item }: Words) =>
  `Hidden: you have already appealed once about this ${item}`
export const hiddenByDecision = 'Hidden: a moderator upheld a report'
export const hiddenForGood = 'Hidden for good: your appeal was rejected'
export const usernameMismatch = 'The username does not match'
export const reportPending = 'A moderator will review it.'
export const reportApproved = 'A moderator reviewed it and kept it.'
export const reportRejected = 'A moderator upheld your report: it is hidden.'
export const reportRestored = 'It was hidden, and is shown again after a second review.'
export const reportDeleted = 'A moderator deleted it.'
export const reportWithdrawn = 'It no longer exists.'
export const appealRequired = 'Please write your appeal'
export const appeal = 'Appeal'
export const email = 'Email'
export const memberSince = 'Member since'
export const thisTool = ({ item }: Words) => `this ${item}`
