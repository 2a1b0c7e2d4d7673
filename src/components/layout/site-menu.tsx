import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/site.js'
import { Button, buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { useSite } from '~/lib/site-data'
import { Brand } from './brand'
import { ThemeSwitch } from './theme-switch'
import type { Viewer } from './use-viewer'

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken'
const ENTRY = 'display block border-b border-line py-5 text-[30px]'

type Props = { viewer: Viewer; onSignOut: () => Promise<void>; signingOut: boolean }

/**
 * Below 768 px: a menu button and the full-width side panel it opens. The panel is a native modal dialog, which traps
 * and restores the focus and closes with Escape; `command` opens it even without scripts.
 */
export function SiteMenu({ viewer, onSignOut, signingOut }: Props) {
  const panel = useRef<HTMLDialogElement>(null)
  const { submissions, signUp } = useSite()
  const close = useCallback(() => panel.current?.close(), [])

  // The wider page hides the panel, which would stay modal: nothing on the page could be pressed.
  useEffect(() => {
    const wide = matchMedia('(width >= 48rem)')
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [close])

  const entries = [
    ['/', common.home, true],
    ['/categories', common.categories, true],
    ['/submit', messages.submit, submissions !== 'nobody'],
    ['/profile', common.profile, viewer.isMember],
    ['/admin', messages.admin, viewer.role !== null],
  ] as const

  return (
    <div className="-me-2.5 md:hidden">
      <button
        type="button"
        aria-label={messages.menu}
        aria-haspopup="dialog"
        className={ICON_BUTTON}
        {...{ command: 'show-modal', commandfor: 'site-menu' }}
        onClick={({ currentTarget }) => {
          if (!('command' in currentTarget)) panel.current?.showModal()
        }}
      >
        <Icon name="menu" size={22} />
      </button>
      <dialog ref={panel} id="site-menu" aria-label={messages.menu} className="site-menu">
        <div className="wrap flex h-[60px] shrink-0 items-center justify-between border-b border-line">
          <Brand onClick={close} />
          <form method="dialog" className="-me-2.5">
            <button type="submit" aria-label={messages.closeMenu} className={ICON_BUTTON}>
              <Icon name="close" size={22} />
            </button>
          </form>
        </div>
        <nav aria-label={messages.main} className="wrap">
          {entries.map(
            ([to, label, isShown]) =>
              isShown && (
                <Link key={to} to={to} className={ENTRY} onClick={close}>
                  {label}
                </Link>
              ),
          )}
        </nav>
        <div className="wrap grid auto-cols-fr grid-flow-col gap-3 pt-7 pb-10">
          {viewer.isMember ? (
            <Button
              variant="quiet"
              size="lg"
              busy={signingOut}
              onClick={() => {
                // First: a question about unsaved text would lie below the panel.
                close()
                void onSignOut()
              }}
            >
              {messages.signOut}
            </Button>
          ) : (
            <>
              <Link
                to="/login"
                className={buttonClass({ variant: 'quiet', size: 'lg', className: 'returning:invisible' })}
                onClick={close}
              >
                {common.signIn}
              </Link>
              {signUp !== 'closed' && (
                <Link
                  to="/register"
                  className={buttonClass({ size: 'lg', className: 'returning:invisible' })}
                  onClick={close}
                >
                  {common.signUp}
                </Link>
              )}
            </>
          )}
        </div>
        <div className="wrap mt-auto flex items-center justify-between gap-4 border-t border-line py-5 text-sm text-ink-soft">
          {messages.theme}
          <ThemeSwitch />
        </div>
      </dialog>
    </div>
  )
}
