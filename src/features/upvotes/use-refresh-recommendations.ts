import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { upvoteQueries } from './upvotes-data'

/** The id of the section's heading. */
export const RECOMMENDATIONS_HEADING = 'recommendations'

/**
 * Reads a tool's recommendations again after one of them was hidden. When the focus was on it, the keyboard goes on
 * from the section's heading, not from the top of the page.
 */
export function useRefreshRecommendations(toolId: string): () => void {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await queryClient.invalidateQueries(upvoteQueries.byTool(toolId))
    goOnFromHeading(FRAMES)
  }, [queryClient, toolId])
}

/** Within these the list has been drawn without it, also where that takes longer than a frame. */
const FRAMES = 30

function goOnFromHeading(frames: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(RECOMMENDATIONS_HEADING)?.focus()
    else if (frames > 1) goOnFromHeading(frames - 1)
  })
}
