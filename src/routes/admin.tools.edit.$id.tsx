import { createFileRoute } from '@tanstack/react-router'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { adminHead } from '~/lib/seo'
import { ToolFormPage } from '../features/admin/catalogue/tool-form'

export const Route = createFileRoute('/admin/tools/edit/$id')({
  head: () => adminHead('Edit Tool'),
  component: EditTool,
})

function EditTool() {
  const { id } = Route.useParams()
  return <ToolFormPage id={id} {...useFormReturn('/admin/tools')} />
}
