import { createFileRoute } from '@tanstack/react-router'
import { ToolsPage } from '~/features/admin/catalogue/tools-page'

export const Route = createFileRoute('/admin/tools/')({ component: ToolsPage })
