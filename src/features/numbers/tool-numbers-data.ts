import { queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'

/** Null: the person may not see them. */
export const toolNumbersQuery = (toolId: string) =>
  queryOptions({
    queryKey: ['tool-numbers', toolId],
    queryFn: ({ signal }) => {
      const ask = getDb().rpc('get_tool_numbers', { tool_id: toolId }, { get: true }).maybeSingle()
      return dataOf(ask, 'fetchTool', signal)
    },
  })
