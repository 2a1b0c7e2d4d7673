import type { QueryClient } from '@tanstack/react-query'

/** Whatever is read for members' pages. */
export const MEMBER_PAGES = 'members'

/** Read again when such a page is next opened. */
export const outdateMemberPages = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [MEMBER_PAGES], refetchType: 'none' })
