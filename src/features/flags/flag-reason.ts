import * as z from 'zod/mini'
import { shownText } from '~/rules/hidden-character-rules'

/** Characters of a report's reason, counted as the database counts them: code points after trimming. */
export const FLAG_REASON_MAX = 1000

/** The reason of a report (section 5). */
export const flagReasonSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Please provide a reason for flagging this content'),
  z.refine((text) => [...text].length <= FLAG_REASON_MAX, 'Reason must be 1000 characters or less'),
  shownText('Reason', 'lines'),
)
