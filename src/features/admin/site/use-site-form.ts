import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, useForm } from 'react-hook-form'
import { siteForm } from '#messages/site-settings.js'
import { accentStyle } from '#shared/accent-css.ts'
import type { Side } from '~/components/form/differences'
import { useIsMounted } from '~/components/form/use-is-mounted'
import { KEPT, type LogoChoice } from '~/components/logos/logo-choice'
import { getDb } from '~/lib/db-client'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { siteQuery } from '~/lib/site-data'
import { differencesOf, mergeValues } from './site-differences'
import {
  type OpenedSite,
  openSite,
  type Pictures,
  publishMutation,
  refreshSite,
  restoreMutation,
} from './site-form-data'
import {
  type Picture,
  type PublishedSettings,
  type SiteValues,
  siteFormSchema,
  valuesOf,
} from './site-values'

type SiteConflict = { theirs: OpenedSite; mine: SiteValues; differences: ReturnType<typeof differencesOf> }

const PICTURES_KEPT: Pictures = { logo_path: KEPT, icon_path: KEPT }

/**
 * The state of the settings form: typed values, the published version they are based on, chosen pictures, the state of
 * saving, and what someone else published meanwhile. No failure discards typed text.
 */
export function useSiteForm(opened: OpenedSite, userId: string) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const publishing = useMutation(publishMutation)
  const restoring = useMutation(restoreMutation)
  const [known, setKnown] = useState(opened)
  const [pictures, setPictures] = useState(PICTURES_KEPT)
  const [upload, setUpload] = useState<{ picture: Picture; share: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<SiteConflict | null>(null)
  /** The language whose texts are written; undefined: the first, whose form has all settings. */
  const [language, setLanguage] = useState<string>()
  const here = useIsMounted()
  const [schema] = useState(() => siteFormSchema(opened.languages))
  const form = useForm<SiteValues, unknown, PublishedSettings>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(opened),
  })

  const submit = form.handleSubmit((settings) => publish(settings, known), showMistake)

  /** A mistake in another language is shown there. */
  function showMistake({ translations, ...errors }: FieldErrors<SiteValues>): void {
    const wrong = Object.keys(translations ?? {})
    if (language === undefined ? Object.keys(errors).length > 0 : wrong.includes(language)) return
    const [other] = Object.keys(errors).length > 0 ? [] : wrong
    flushSync(() => setLanguage(other))
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()
  }

  async function publish(settings: PublishedSettings, base: OpenedSite): Promise<void> {
    const onShare = (picture: Picture, share: number) => setUpload({ picture, share })
    setBusy(true)
    try {
      await publishing.mutateAsync({ settings, pictures, known: base, onShare })
      await show(siteForm.published)
    } catch (error) {
      if (error instanceof DataError && error.code === 'changed') await compare(settings, base)
    } finally {
      setBusy(false)
      setUpload(null)
    }
  }

  async function restore(version: number): Promise<void> {
    setBusy(true)
    try {
      await restoring.mutateAsync(version)
      await show(siteForm.restored({ version }))
    } catch {
      // Shown in a toast.
    } finally {
      setBusy(false)
    }
  }

  /** Starts again from the published settings, and applies them to this page too. */
  async function show(message: string): Promise<void> {
    notify.success(message)
    const now = await read()
    if (!now) return
    await refreshSite(queryClient, userId)
    if (here.current) begin(now)
    const site = queryClient.getQueryData(siteQuery.queryKey)
    const style = document.querySelector('style[data-accent]')
    if (site && style) style.textContent = accentStyle(site)
    await router.invalidate()
  }

  function begin(from: OpenedSite, values = valuesOf(from)): void {
    setKnown(from)
    form.reset(valuesOf(from))
    form.reset(values, { keepDefaultValues: true })
    setPictures(PICTURES_KEPT)
  }

  const read = () => openSite(getDb()).catch((error: Error) => notify.error(error.message))

  async function compare(settings: PublishedSettings, base: OpenedSite): Promise<void> {
    const mine = form.getValues()
    const theirs = await read()
    if (!theirs) return
    const differences = differencesOf({ known: valuesOf(base), theirs: valuesOf(theirs), mine })
    // An earlier attempt succeeded but its response was lost, or the two versions differ in a picture only.
    if (differences.length === 0) await publish(settings, theirs)
    else setConflict({ theirs, mine, differences })
  }

  /** Continues with the other person's version, plus the fields chosen from this form, for review. */
  function resolveConflict(sides: ReadonlyMap<string, Side>): void {
    if (!conflict) return
    setConflict(null)
    const kept = pictures
    begin(conflict.theirs, mergeValues({ theirs: valuesOf(conflict.theirs), mine: conflict.mine }, sides))
    setPictures(kept)
  }

  return {
    form,
    language: known.languages.find(({ code }) => code === language),
    setLanguage,
    submit,
    known,
    busy,
    upload,
    pictures,
    choosePicture: (picture: Picture, choice: LogoChoice) => setPictures({ ...pictures, [picture]: choice }),
    restore,
    discard: () => begin(known),
    conflict,
    resolveConflict,
    closeConflict: () => setConflict(null),
    isUnsaved: form.formState.isDirty || Object.values(pictures).some(({ kind }) => kind !== 'kept'),
  }
}
