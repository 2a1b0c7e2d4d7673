/** What a failed call of the person's own page is shown as, by its code. */
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
