import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { adminHead } from '~/lib/seo'
import { CategoryFormPage } from '../features/admin/catalogue/category-form'

export const Route = createFileRoute('/admin/categories/edit/$id')({
  loader: () => heads.editCategory,
  head: adminHead,
  component: EditCategory,
})

function EditCategory() {
  const { id } = Route.useParams()
  return <CategoryFormPage id={id} {...useFormReturn('/admin/categories')} />
}
