/** Texts of a failed report, by code. */
export const flagErrors = {
  flag: 'Failed to flag content. Please try again later.',
  flagSignedOut: 'You must be logged in to flag content',
  flagTwice: 'You have already reported this recommendation',
  flagGone: 'This recommendation is no longer shown: it was reported before, or removed.',
}

export type FlagErrorCode = keyof typeof flagErrors

export const flag = 'Flag'
export const flagSent = 'Content has been flagged for review'
export const flagQuestion = 'Flag this recommendation?'
export const flagEffect = 'A moderator decides whether it stays. Only moderators see your reason.'
export const reason = 'Reason'
export const submitting = 'Submitting...'
export const submit = 'Submit'
export const reasonRequired = 'Please provide a reason for flagging this content'
