import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
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
    goOnFromHeading(FRAMES)
  }, [queryClient, toolId])
}

/** By then the list has been rendered without it, even if that takes longer than a frame. */
const FRAMES = 30

function goOnFromHeading(frames: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(RECOMMENDATIONS_HEADING)?.focus()
    else if (frames > 1) goOnFromHeading(frames - 1)
  })
}
