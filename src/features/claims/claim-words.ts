import * as messages from '#messages/claims.js'
import type { OwnClaim } from './claims-data'

const WHY: Readonly<Record<string, string | undefined>> = messages.why

/** Why it is not proved yet, or why it ended. */
export function whyOf({ reason }: OwnClaim): string | undefined {
  return reason === null ? undefined : (WHY[reason] ?? messages.why.unknown)
}
