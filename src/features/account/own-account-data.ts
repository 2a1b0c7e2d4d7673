import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { onlyAdministrator } from '#messages/account.js'
import { usernameMismatch } from '#messages/profile.js'
import { type Db, getDb } from '~/lib/db-client'
import { getApiUrl, getEnvironment } from '~/lib/environment'
import { DataError, dataOf, inLanguage, wordsOfRefusal } from '~/lib/errors'
import { REFUSALS } from './account-data'

/** Everything stored about the person, as a JSON file. */
async function exportOwnData(db: Db): Promise<string> {
  const data = await dataOf(db.rpc('export_my_data'), 'exportOwnData')
  return JSON.stringify(data, null, 2)
}

/**
 * Deletes the person's account; `username` is the typed confirmation. The database refuses one that does not match (it
 * may have been changed elsewhere), and the only administrator.
 */
async function deleteOwnAccount(db: Db, username: string): Promise<void> {
  const { error, status } = await db.rpc('delete_my_account', { confirm_username: username })
  if (!error) return
  const text = error.details === 'last_administrator' ? onlyAdministrator : usernameMismatch
  throw new DataError('deleteAccount', { status, words: wordsOfRefusal(error, text, ['P0001']) })
}

const exporting = (mutationFn: () => Promise<string>) =>
  mutationOptions({ mutationFn, meta: { failure: 'exportOwnData' } })
const deleting = (mutationFn: (username: string) => Promise<void>) =>
  mutationOptions({ mutationFn, meta: { inForm: true } })

/** What one can do with one's account: for a signed-in member, or a suspended one. */
export type OwnAccountCalls = {
  exporting: ReturnType<typeof exporting>
  deleting: ReturnType<typeof deleting>
}

export const ownAccountCalls: OwnAccountCalls = {
  exporting: exporting(() => exportOwnData(getDb())),
  deleting: deleting((username) => deleteOwnAccount(getDb(), username)),
}

/** Proof of a suspended member, who has no session: it goes with every call. */
export type Credentials = { email: string; password: string }

export const suspendedAccountCalls = (credentials: Credentials): OwnAccountCalls => ({
  exporting: exporting(async () => JSON.stringify(await askSuspended('', credentials), null, 2)),
  deleting: deleting(async (username) => {
    await askSuspended('/delete', { ...credentials, confirm_username: username })
  }),
})

const exported = z.object({
  profile: z.object({ username: z.string() }),
  suspensions: z.optional(z.array(z.object({ reason: z.string(), lifted_at: z.nullable(z.string()) }))),
})

/** The username of a suspended account, and why it is. */
export const suspendedQuery = (credentials: Credentials) =>
  queryOptions({
    queryKey: ['suspended', credentials.email],
    queryFn: async () => {
      const { profile, suspensions = [] } = exported.parse(await askSuspended('', credentials))
      const reason = suspensions.find(({ lifted_at }) => lifted_at === null)?.reason
      return { username: profile.username, reason }
    },
    gcTime: 0,
  })

/** Calls that only our own service has. */
async function askSuspended(path: '' | '/delete', body: Credentials & { confirm_username?: string }) {
  const code = path ? 'deleteAccount' : 'exportOwnData'
  const response = await fetch(`${getApiUrl()}/auth/v1/suspended${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: getEnvironment().publishableKey },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  const answer: unknown = await response?.json().catch(() => undefined)
  if (response?.ok) return answer
  const { msg, error_code } = Object(answer)
  throw new DataError(code, {
    status: response?.status ?? 0,
    words: inLanguage(typeof msg === 'string' ? msg : '', REFUSALS[String(error_code)]),
  })
}
