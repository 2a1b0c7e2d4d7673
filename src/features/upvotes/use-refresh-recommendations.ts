import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { recommendationQueries } from './recommendations-data'

/** The id of the section's heading. */
export const RECOMMENDATIONS_HEADING = 'recommendations'

/**
 * Refetches a tool's recommendations after one was hidden. If the focus was on it, it moves to the section's heading
 * instead of the top of the page.
 */
export function useRefreshRecommendations(toolId: string): () => void {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await queryClient.invalidateQueries(recommendationQueries.ofTool(toolId))
    focusOnceLost(() => document.getElementById(RECOMMENDATIONS_HEADING))
  }, [queryClient, toolId])
}
