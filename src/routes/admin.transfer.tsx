import { createFileRoute } from '@tanstack/react-router'
import { TransferPage } from '~/features/admin/transfer/transfer-page'

export const Route = createFileRoute('/admin/transfer')({ component: TransferPage })
