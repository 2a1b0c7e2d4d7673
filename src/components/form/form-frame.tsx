import { Link } from '@tanstack/react-router'
import type { FormEventHandler, ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/form.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { SectionHeading } from '../ui/section-heading'

type Props = {
  title: string
  /** Links to the page that is being edited. */
  link?: ReactNode
  /** 'tool' or 'category', if it was deleted during editing. */
  deleted: string | null
  submit: string
  /** The button's text while saving; null otherwise. */
  busy: string | null
  unsaved: boolean
  onSubmit: FormEventHandler
  onCancel: () => void
  children: ReactNode
}

/**
 * The frame of the catalogue's forms: heading, fields that are disabled while saving, buttons, and the navigation
 * guard.
 */
export function FormFrame({
  title,
  link,
  deleted,
  submit,
  busy,
  unsaved,
  onSubmit,
  onCancel,
  children,
}: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <SectionHeading>{title}</SectionHeading>
        {link}
      </div>
      {deleted && (
        <FormAlert className="mt-5">
          {messages.deletedMeanwhile({ thing: deleted, button: submit })}
        </FormAlert>
      )}
      <fieldset disabled={busy !== null} className="mt-7">
        {children}
      </fieldset>
      <div className="mt-9 flex flex-wrap gap-2.5 border-line border-t pt-6">
        <Button type="submit" size="lg" busy={busy !== null}>
          {busy ?? submit}
        </Button>
        <Button variant="quiet" size="lg" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
      {(unsaved || busy !== null) && <UnsavedChanges />}
    </form>
  )
}

/** Opens the public page in a new tab, so that typed text stays. */
export function PublicPageLink({ to, slug }: { to: '/tools/$slug' | '/categories/$slug'; slug: string }) {
  return (
    <Link
      to={to}
      params={{ slug }}
      target="_blank"
      className="link inline-flex items-center gap-1.5 text-sm pointer-coarse:py-2.5"
    >
      {messages.publicPage}
      <Icon name="away" size={14} />
    </Link>
  )
}
