import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { basePath } from '~/lib/environment'
import { buttonClass } from './button'

type Props = {
  to: '/' | '/login'
  /** The email address to fill in on the target page. */
  email?: string | undefined
  /** Where signing in on the target page leads. */
  next?: string | undefined
  className?: string
  children: ReactNode
}

/** A button that navigates, where the specification asks for a button; a form without scripts. */
export function LinkButton({ to, email, next, className, children }: Props) {
  const navigate = useNavigate()
  return (
    <form action={`${basePath()}${to === '/' ? '' : to}` || '/'} method="get" className={className}>
      <button
        type="submit"
        className={buttonClass({ size: 'lg', className: 'w-full' })}
        onClick={(event) => {
          event.preventDefault()
          void navigate({ to, state: { email, next } })
        }}
      >
        {children}
      </button>
    </form>
  )
}
