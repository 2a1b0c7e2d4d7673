import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/common.js'

type Props = {
  username: string | null | undefined
  /** False where the member turned it off. */
  hasPage: boolean | null | undefined
  className?: string
  /** The text, unless it is the name. */
  children?: ReactNode
}

/** The name of a member as it is signed, leading to their page if they have one. */
export function MemberLink({
  username,
  hasPage,
  className = '',
  children = username ? <bdi>{`@${username}`}</bdi> : messages.anonymous,
}: Props) {
  return username && hasPage ? (
    <Link
      to="/members/$username"
      params={{ username: username.toLowerCase() }}
      // Its line is lower than a finger.
      className={`relative hover:underline pointer-coarse:before:absolute pointer-coarse:before:-inset-y-3.5 ${className}`}
    >
      {children}
    </Link>
  ) : (
    children
  )
}
