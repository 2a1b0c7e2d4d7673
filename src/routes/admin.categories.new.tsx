import { createFileRoute } from '@tanstack/react-router'
import { CategoryForm } from '~/features/admin/catalogue/category-form'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'

export const Route = createFileRoute('/admin/categories/new')({ component: NewCategory })

function NewCategory() {
  return <CategoryForm opened={null} {...useFormReturn('/admin/categories')} />
}
