/** What came of the form for mailed links without scripts (/auth/confirm): the `status` of the page it leads to. */

/** The link is still valid: the page shows the form again, with what to do. */
const KEEPING_LINK = ['later', 'short', 'long', 'differ', 'weak'] as const
/** The link is used up, or never was one. */
const FINAL = [
  'verified',
  'choose',
  'changed',
  'half',
  'reset',
  'dead',
  'taken',
  'closed',
  'suspended',
  'in-use',
] as const

export type ConfirmOutcome = (typeof KEEPING_LINK)[number] | (typeof FINAL)[number]

export const CONFIRM_OUTCOMES: readonly ConfirmOutcome[] = [...KEEPING_LINK, ...FINAL]

export const keepsLink = (outcome: ConfirmOutcome): outcome is (typeof KEEPING_LINK)[number] =>
  KEEPING_LINK.some((keeping) => keeping === outcome)
