import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { formQueries } from './form-queries'
import { FormSkeleton, NothingToEdit } from './form-states'
import { ToolForm } from './tool-form'

type Props = { id: string; onSaved: (message: string) => void; onCancel: () => void }

/** Section 2, Admin: the tool form with a tool in it, once it is read. */
export function ToolFormPage({ id, onSaved, onCancel }: Props) {
  const { data, error, refetch } = useQuery(formQueries.tool(id))
  if (error && data === undefined) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (data === undefined) return <FormSkeleton fields={5} aside />
  if (data === null)
    return (
      <NothingToEdit
        title="Tool not found"
        back={
          <Link to="/admin/tools" className={buttonClass({ variant: 'quiet' })}>
            All tools
          </Link>
        }
      >
        There is no tool at this address, or it has been deleted.
      </NothingToEdit>
    )
  return <ToolForm key={id} opened={data} onSaved={onSaved} onCancel={onCancel} />
}
