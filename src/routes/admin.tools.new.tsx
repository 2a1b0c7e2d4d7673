import { createFileRoute } from '@tanstack/react-router'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { ToolForm } from '~/features/tool-form/tool-form'
import { saveToolMutation } from '~/features/tool-form/tool-form-data'
import { adminHead } from '~/lib/seo'
import { useSite } from '~/lib/site-data'
import * as heads from '~/messages/en/heads'
import { toolForm } from '~/messages/en/tool-form'

export const Route = createFileRoute('/admin/tools/new')({
  head: adminHead(heads.addNewTool),
  component: NewTool,
})

function NewTool() {
  return (
    <ToolForm
      opened={null}
      words={toolForm.admin(useSite())}
      mutation={saveToolMutation}
      {...useFormReturn('/admin/tools')}
    />
  )
}
