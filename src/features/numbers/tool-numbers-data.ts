import { queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'

/** Null: the person may not see them. */
export const toolNumbersQuery = (toolId: string) =>
  queryOptions({
    queryKey: ['tool-numbers', toolId],
    queryFn: async ({ signal }) => {
      const answer = await getDb()
        .rpc('get_tool_numbers', { tool_id: toolId }, { get: true })
        .abortSignal(signal)
        .maybeSingle()
      assertAnswered(answer, 'fetchTool', signal)
      return answer.data
    },
  })
