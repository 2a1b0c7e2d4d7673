import { useQuery } from '@tanstack/react-query'
import { CategoryForm } from './category-form'
import { categoryFormQuery } from './category-form-data'
import { Editing, FormSkeleton } from './form-states'

type Props = { id: string; onSaved: (message: string) => void; onCancel: () => void }

/** Section 2, Admin: the category form with a category in it, once it is read. */
export function CategoryFormPage({ id, onSaved, onCancel }: Props) {
  const query = useQuery(categoryFormQuery(id))
  return (
    <Editing query={query} noun="Category" skeleton={<FormSkeleton fields={3} />}>
      {(opened) => <CategoryForm key={id} opened={opened} onSaved={onSaved} onCancel={onCancel} />}
    </Editing>
  )
}
