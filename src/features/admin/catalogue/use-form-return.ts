import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from './refresh-catalogue'

/** The ways out of a form of the catalogue, both to its list: saved, with a word about it, or as it was. */
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
