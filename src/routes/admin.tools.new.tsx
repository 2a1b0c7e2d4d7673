import { createFileRoute } from '@tanstack/react-router'
import { ToolForm } from '~/features/admin/catalogue/tool-form'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/tools/new')({
  head: () => adminHead('Add New Tool'),
  component: NewTool,
})

function NewTool() {
  return <ToolForm opened={null} {...useFormReturn('/admin/tools')} />
}
