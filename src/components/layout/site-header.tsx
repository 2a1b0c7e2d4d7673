import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/site.js'
import { Button, buttonClass } from '~/components/ui/button'
import { useSignOut } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import { Brand } from './brand'
import { SiteMenu } from './site-menu'
import { useViewer } from './use-viewer'

/** Once a part of a page waits for its code, React shows and hydrates other parts this much later. */
const BELL_MS = 300

const GHOST = buttonClass({ variant: 'ghost', className: 'px-3' })

/**
 * The header of every page, in the variants of section 2. The server renders the visitor's; a member's replaces it in a
 * box of the same width, so nothing moves. `search` is the search button, part of every variant; `bell` the member's.
 */
export function SiteHeader({ search, bell }: { search: ReactNode; bell: ReactNode }) {
  const viewer = useViewer()
  const { signUp, submissions } = useSite()
  const isOpen = signUp !== 'closed'
  const signOut = useSignOut()
  const [hasBell, setHasBell] = useState(false)
  // The bell waits for its code: before the page is hydrated it would hold the page up.
  useEffect(() => void setTimeout(setHasBell, BELL_MS, true), [])
  const [signingOut, setSigningOut] = useState(false)

  async function signOutHere() {
    setSigningOut(true)
    await signOut()
    setSigningOut(false)
  }

  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="site-header wrap">
        <Brand />
        <nav aria-label={messages.main} className="ms-3 hidden md:flex">
          <Link to="/categories" className={GHOST} activeProps={{ className: 'text-ink!' }}>
            {common.categories}
          </Link>
          {submissions !== 'nobody' && !viewer.role && (
            // The footer has it at every width, and the menu: long names of sites need the room.
            <Link to="/submit" className={`${GHOST} max-xl:hidden`} activeProps={{ className: 'text-ink!' }}>
              {messages.submit}
            </Link>
          )}
          {viewer.role && (
            <Link to="/admin" className={GHOST} activeProps={{ className: 'text-ink!' }}>
              {messages.admin}
            </Link>
          )}
        </nav>
        {/* The bell's room is this element's, which is there before the search button, however the page arrives. */}
        <div className={`flex items-center justify-self-end ${viewer.isMember ? '' : 'returning:pe-11'}`}>
          {search}
          {viewer.isMember && <div className="size-11">{hasBell && bell}</div>}
        </div>
        <div className="hidden items-center justify-end gap-2 md:flex">
          {viewer.isMember ? (
            <>
              <Link to="/profile" className={GHOST}>
                {common.profile}
              </Link>
              <Button variant="quiet" onClick={signOutHere} busy={signingOut}>
                {messages.signOut}
              </Button>
            </>
          ) : (
            <>
              <Link to="/login" className={`returning:invisible ${GHOST}`}>
                {common.signIn}
              </Link>
              {isOpen && (
                <Link to="/register" className={`returning:invisible ${buttonClass()}`}>
                  {common.signUp}
                </Link>
              )}
            </>
          )}
        </div>
        <SiteMenu viewer={viewer} onSignOut={signOutHere} signingOut={signingOut} />
      </div>
    </header>
  )
}
