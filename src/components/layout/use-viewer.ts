import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { useSession } from '~/lib/session'

/** Who the header speaks to. Until the session is known that is a visitor, as in the server's HTML. */
export type Viewer = { isMember: boolean; isAdmin: boolean }

/** The person in front of the page, as far as the header needs to know. */
export function useViewer(): Viewer {
  const { status, user } = useSession()
  const admin = useQuery({ ...adminStatusQuery(user?.id ?? ''), enabled: user !== null })

  useEffect(() => {
    // The hint of the script before the first paint has served: from here on the session itself decides.
    if (status !== 'loading') delete document.documentElement.dataset.returning
  }, [status])

  return {
    isMember: status === 'signed-in',
    isAdmin: status === 'signed-in' && !admin.error && admin.data === true,
  }
}
