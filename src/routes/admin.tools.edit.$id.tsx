import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { adminHead } from '~/lib/seo'
import { ToolFormPage } from '../features/tool-form/tool-form'

export const Route = createFileRoute('/admin/tools/edit/$id')({
  loader: () => heads.editTool,
  head: adminHead,
  component: EditTool,
})

function EditTool() {
  const { id } = Route.useParams()
  return <ToolFormPage id={id} {...useFormReturn('/admin/tools')} />
}
