import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { useSession } from '~/lib/session'

/** The state of the header. Until the session is known it is the visitor's, as in the server's HTML. */
export type Viewer = { isMember: boolean; role: string | null }

/** The signed-in person, as far as the header needs to know. */
export function useViewer(): Viewer {
  const { status, user } = useSession()
  const admin = useQuery({ ...adminStatusQuery(user?.id ?? ''), enabled: user !== null })

  useEffect(() => {
    // The hint of the inline script holds while somebody is signed in: removed earlier, it could be gone before the header
    // is a member's.
    if (status === 'signed-out') delete document.documentElement.dataset.returning
  }, [status])

  return {
    isMember: status === 'signed-in',
    role: (status === 'signed-in' && !admin.error && admin.data) || null,
  }
}
