import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { toolForm } from '#messages/tool-form.js'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { saveToolMutation } from '~/features/tool-form/tool-form-data'
import { adminHead } from '~/lib/seo'
import { ToolFormPage } from '../features/tool-form/tool-form'

export const Route = createFileRoute('/admin/tools/edit/$id')({
  loader: () => heads.editTool,
  head: adminHead,
  component: EditTool,
})

function EditTool() {
  const { id } = Route.useParams()
  return (
    <ToolFormPage
      id={id}
      words={toolForm.admin}
      mutation={saveToolMutation}
      {...useFormReturn('/admin/tools')}
    />
  )
}
