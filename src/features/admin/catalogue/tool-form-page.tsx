import { useQuery } from '@tanstack/react-query'
import { Editing, FormSkeleton } from './form-states'
import { ToolForm } from './tool-form'
import { toolFormQueries } from './tool-form-data'

type Props = { id: string; onSaved: (message: string) => void; onCancel: () => void }

/** Section 2, Admin: the tool form with a tool in it, once it is read. */
export function ToolFormPage({ id, onSaved, onCancel }: Props) {
  const query = useQuery(toolFormQueries.tool(id))
  return (
    <Editing query={query} noun="Tool" skeleton={<FormSkeleton fields={5} aside />}>
      {(opened) => <ToolForm key={id} opened={opened} onSaved={onSaved} onCancel={onCancel} />}
    </Editing>
  )
}
