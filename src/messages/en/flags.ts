/** Texts of the screen: flags. */

export const flag = 'Flag'
export const contentHasBeenFlaggedFor = 'Content has been flagged for review'
export const flagThisRecommendation = 'Flag this recommendation?'
export const aModeratorDecidesWhetherIt =
  'A moderator decides whether it stays. Only moderators see your reason.'
export const reason = 'Reason'
export const cancel = 'Cancel'
export const submitting = 'Submitting...'
export const submit = 'Submit'
