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

/** Saves the person's own profile and gives it back as kept. Throws 'Failed to update profile', code 23505 for a taken username. */
export async function updateProfile(db: Db, userId: string, values: ProfileValues): Promise<Profile> {
  const answer = await db
    .from('profiles')
    .update({
      full_name: values.fullName,
      username: values.username,
      updated_at: new Date().toISOString(),
    })
    .eq('id', userId)
    .select(PROFILE_COLUMNS)
    .single()
  assertAnswered(answer, 'Failed to update profile')
  return answer.data
}
