import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { CategoryForm } from './category-form'
import { formQueries } from './form-queries'
import { FormSkeleton, NothingToEdit } from './form-states'

type Props = { id: string; onSaved: (message: string) => void; onCancel: () => void }

/** Section 2, Admin: the category form with a category in it, once it is read. */
export function CategoryFormPage({ id, onSaved, onCancel }: Props) {
  const { data, error, refetch } = useQuery(formQueries.category(id))
  if (error && data === undefined) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (data === undefined) return <FormSkeleton fields={3} />
  if (data === null)
    return (
      <NothingToEdit
        title="Category not found"
        back={
          <Link to="/admin/categories" className={buttonClass({ variant: 'quiet' })}>
            All categories
          </Link>
        }
      >
        There is no category at this address, or it has been deleted.
      </NothingToEdit>
    )
  return <CategoryForm key={id} opened={data} onSaved={onSaved} onCancel={onCancel} />
}
