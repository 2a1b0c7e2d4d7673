import { createFileRoute } from '@tanstack/react-router'
import { CategoryForm } from '~/features/admin/catalogue/category-form'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/categories/new')({
  head: adminHead('Add New Category'),
  component: NewCategory,
})

function NewCategory() {
  return <CategoryForm opened={null} {...useFormReturn('/admin/categories')} />
}
