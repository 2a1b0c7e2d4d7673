import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { profileErrors } from '#messages/profile.js'
import { fullName, username } from '#shared/person-rules.ts'
import { type Db, getDb } from '~/lib/db-client'
import { DataError, dataOf, type ErrorCode } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

/** Section 5, Profile update. */
export const profileSchema = z.object({ fullName, username })

export type ProfileValues = z.infer<typeof profileSchema>
export type Profile = Awaited<ReturnType<typeof getProfile>>

const PROFILE_COLUMNS = 'id, full_name, username, has_page, created_at, updated_at'

/** One person's profile. */
function getProfile(db: Db, userId: string, signal: AbortSignal) {
  const ask = db.from('profiles').select(PROFILE_COLUMNS).eq('id', userId).single()
  return dataOf(ask, 'loadProfile', signal)
}

/** Errors of saving: the username is taken; the profile was changed meanwhile. */
const REFUSALS: Record<string, ErrorCode> = { '23505': 'taken', PGRST116: 'changed' }

/**
 * Saves the person's profile and returns it. `known` is the version the form is based on: a change in another tab since
 * then is not overwritten.
 */
async function updateProfile(db: Db, known: Profile, values: ProfileValues): Promise<Profile> {
  const changed = {
    full_name: values.fullName,
    username: values.username,
    updated_at: new Date().toISOString(),
  }
  const seen = db.from('profiles').update(changed).eq('id', known.id).eq('updated_at', known.updated_at)
  const answer = await seen.select(PROFILE_COLUMNS).single()
  // Without the words of a limit: section 8 has one sentence.
  if (answer.error)
    throw new DataError(REFUSALS[answer.error.code] ?? 'updateProfile', {
      status: answer.status,
      words: profileErrors.updateProfile,
    })
  return answer.data
}

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'profile'],
    queryFn: ({ signal }) => getProfile(getDb(), userId, signal),
    // Another tab may have saved meanwhile.
    refetchOnWindowFocus: 'always',
  })

export const profileMutation = (known: Profile) =>
  mutationOptions({
    mutationFn: (values: ProfileValues) => updateProfile(getDb(), known, values),
    meta: { failure: 'updateProfile' },
    onSuccess: (profile, _values, _result, { client }) => {
      client.setQueryData(profileQuery(known.id).queryKey, profile)
      // Recommendations all over the site show the name.
      void client.invalidateQueries({ refetchType: 'none' })
    },
  })

/** Opens the person's page to everybody, or closes it. */
export const ownPageMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (has_page: boolean) => {
      const own = getDb().from('profiles').update({ has_page }).eq('id', userId)
      return dataOf(own.select(PROFILE_COLUMNS).single(), 'updateProfile')
    },
    meta: { failure: 'updateProfile' },
    onSuccess: (profile, _given, _result, { client }) => {
      client.setQueryData(profileQuery(userId).queryKey, profile)
      // Names all over the site lead to the page.
      void client.invalidateQueries({ refetchType: 'none' })
    },
  })
