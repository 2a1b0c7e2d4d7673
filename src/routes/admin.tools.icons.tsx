import { createFileRoute } from '@tanstack/react-router'
import { icons } from '#messages/admin-heads.js'
import { IconsPage } from '~/features/admin/icons/icons-page'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/tools/icons')({
  loader: () => icons,
  head: adminHead,
  component: IconsPage,
})
