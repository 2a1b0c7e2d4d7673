import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import * as messages from '~/messages/en/account'

/**
 * A form that only script can send. Until the page is alive its button waits, so that nothing typed is lost to a plain
 * submission; `method="post"` keeps a password out of the address whatever happens.
 */
export function AccountForm({ children, ...form }: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) {
  return (
    <form {...form} method="post" noValidate className="grid gap-[18px]">
      {children}
      <noscript>
        <FormAlert>{messages.formNeedsScript}</FormAlert>
      </noscript>
    </form>
  )
}

/** The button that sends an account form: full width, and its label while busy. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <Button
      type="submit"
      size="lg"
      busy={busy}
      disabled={!hydrated}
      className={`mt-1 w-full ${hydrated ? '' : 'disabled:opacity-100'}`}
    >
      {children}
    </Button>
  )
}
