import { useQuery } from '@tanstack/react-query'
import { useSite } from '~/lib/site-data'
import { claimQueries } from './claims-data'

/** Whether the person proved to make a tool; asked only where others may not suggest what they may. */
export function useIsMaker(userId: string, slug: string): boolean {
  const { submissions, claims } = useSite()
  const { data } = useQuery({
    ...claimQueries.mine(userId),
    enabled: submissions !== 'members' && claims !== 'nobody',
  })
  return data?.some((claim) => claim.tool_slug === slug && claim.state === 'proved') ?? false
}
