import { asOwnChoice, settleSession } from './session-store'
import { sessionStorageKey } from './stored-session'

/**
 * Signs the person out of this browser without asking the service, whose account of them is gone. Other tabs follow by
 * their storage event.
 */
export async function forgetSession(): Promise<void> {
  await asOwnChoice(async () => {
    localStorage.removeItem(sessionStorageKey())
    settleSession(null)
  })
}
