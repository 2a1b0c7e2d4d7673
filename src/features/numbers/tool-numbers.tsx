import { useQuery } from '@tanstack/react-query'
import * as messages from '#messages/tool-numbers.js'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import { toolNumbersQuery } from './tool-numbers-data'

/** How often a tool's page was opened, and left for its website, in 30 days. */
export function ToolNumbers({ toolId }: { toolId: string }) {
  const site = useSite()
  const { data, error } = useQuery(toolNumbersQuery(toolId))
  return (
    <span role="status" className="basis-full">
      {error ? failureText(error, site) : data === null ? messages.notShown : data && messages.inDays(data)}
    </span>
  )
}
