import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import * as messages from '#messages/account.js'
import { PERSONAL } from '~/lib/session'
import { loadAuthClient } from '~/lib/session-start'
import { emailSchema } from './account-schemas'

/** Address and password of the signed-in person. The dialogs show the service's refusals. */

/** The account as the service knows it: the address may have been confirmed in another browser. */
export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'account'],
    queryFn: async () => {
      const { data, error } = await (await loadAuthClient()).getUser()
      if (error) throw error
      return data.user
    },
    refetchOnWindowFocus: 'always',
  })

/** The rule for a new address: any but the present one. */
export const newEmailSchema = (present: string) =>
  emailSchema.check(
    z.refine(({ email }) => email.toLowerCase() !== present.toLowerCase(), {
      error: messages.emailIsYours,
      path: ['email'],
    }),
  )

/** Asks for a change of address; the present one withdraws it. Both are mailed, and both must confirm. */
export const changeEmailMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (email: string) => {
      const { data, error } = await (await loadAuthClient()).updateUser({ email })
      if (error) throw error
      return data.user
    },
    meta: { inForm: true },
    onSuccess: (user, _email, _result, { client }) =>
      client.setQueryData(accountQuery(userId).queryKey, user ?? undefined),
  })

/** Sets a new password with the present one; every other session ends. */
export const changePasswordMutation = mutationOptions({
  mutationFn: async ({ currentPassword, password }: { currentPassword: string; password: string }) => {
    const auth = await loadAuthClient()
    const { error } = await auth.updateUser({ password, current_password: currentPassword })
    if (error) throw error
  },
  // A password is not kept beyond its form.
  gcTime: 0,
  meta: { inForm: true },
})
