import * as z from 'zod/mini'
import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { fullName, username } from '~/lib/person-schemas'

/** Section 5, Profile update. */
export const profileSchema = z.object({ fullName, username })

export type ProfileValues = z.infer<typeof profileSchema>
export type Profile = Awaited<ReturnType<typeof getProfile>>

const PROFILE_COLUMNS = 'id, full_name, username, created_at, updated_at'

/** One person's profile. Throws 'Failed to load profile'. */
export async function getProfile(db: Db, userId: string, signal: AbortSignal) {
  const answer = await db
    .from('profiles')
    .select(PROFILE_COLUMNS)
    .eq('id', userId)
    .abortSignal(signal)
    .single()
  assertAnswered(answer, 'Failed to load profile', signal)
  return answer.data
}

/** PostgREST's code for "one row was asked for and none came". */
export const CHANGED_ELSEWHERE = 'PGRST116'

/**
 * Saves the person's own profile and gives it back as kept. `known` is the profile they had before them: another tab's
 * change since then is not written over. Throws 'Failed to update profile', with the code 23505 for a taken username,
 * CHANGED_ELSEWHERE for a profile that is no longer `known`.
 */
export async function updateProfile(db: Db, known: Profile, values: ProfileValues): Promise<Profile> {
  const answer = await db
    .from('profiles')
    .update({
      full_name: values.fullName,
      username: values.username,
      updated_at: new Date().toISOString(),
    })
    .eq('id', known.id)
    .eq('updated_at', known.updated_at)
    .select(PROFILE_COLUMNS)
    .single()
  assertAnswered(answer, 'Failed to update profile')
  return answer.data
}
