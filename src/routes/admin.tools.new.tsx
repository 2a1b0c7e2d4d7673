import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { toolForm } from '#messages/tool-form.js'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { ToolForm } from '~/features/tool-form/tool-form'
import { saveToolMutation } from '~/features/tool-form/tool-form-data'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/tools/new')({
  loader: () => heads.addNewTool,
  head: adminHead,
  component: NewTool,
})

function NewTool() {
  return (
    <ToolForm
      opened={null}
      words={toolForm.admin}
      mutation={saveToolMutation}
      {...useFormReturn('/admin/tools')}
    />
  )
}
