import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from './refresh-catalogue'

/** Returns from a form to its list: after saving, with a toast, or cancelled. */
export function useFormReturn(to: '/admin/tools' | '/admin/categories') {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return {
    onSaved: (message: string) => {
      notify.success(message)
      void refreshCatalogue(queryClient)
      void navigate({ to, ignoreBlocker: true })
    },
    onCancel: () => void navigate({ to }),
  }
}
