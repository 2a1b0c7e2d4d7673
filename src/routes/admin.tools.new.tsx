import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { useFormReturn } from '~/features/admin/catalogue/use-form-return'
import { ToolForm } from '~/features/tool-form/tool-form'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/tools/new')({
  loader: () => heads.addNewTool,
  head: adminHead,
  component: NewTool,
})

function NewTool() {
  return <ToolForm opened={null} {...useFormReturn('/admin/tools')} />
}
