import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { CategoryForm } from '~/features/admin/catalogue/category-form'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/categories/new')({
  loader: () => heads.addNewCategory,
  head: adminHead,
  component: NewCategory,
})

function NewCategory() {
  return <CategoryForm opened={null} {...useFormReturn('/admin/categories')} />
}
