import { mutationOptions } from '@tanstack/react-query'
import { getApiUrl } from '~/lib/environment'

type Outcome = 'stopped' | 'invalid' | 'failed'

/** Ends the mails about notices with the link of one. */
export const stopMutation = mutationOptions({
  mutationFn: async (link: { member: string; token: string }): Promise<Outcome> => {
    const query = new URLSearchParams(link)
    const answer = await fetch(`${getApiUrl()}/auth/v1/unsubscribe?${query}`, {
      method: 'POST',
    }).catch(() => undefined)
    if (answer?.ok) return 'stopped'
    return answer?.status === 403 ? 'invalid' : 'failed'
  },
})
