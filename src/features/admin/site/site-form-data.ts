import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { inviteRefused, siteFailures } from '#messages/site-settings.js'
import { factsSchema } from '#shared/own-facts.ts'
import type { SiteSettings } from '#shared/site.ts'
import { siteSettingsSchema } from '#shared/site-rules.ts'
import { READ_ONCE } from '~/components/form/form-query'
import type { LogoChoice } from '~/components/logos/logo-choice'
import { loadFiles, uploadLogo } from '~/components/logos/logos-data'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { DataError, dataOf, inLanguage, wordsOfRefusal } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { siteQuery } from '~/lib/site-data'
import { loadLanguages, type SiteLanguage } from './site-languages'
import type { Picture, PublishedSettings } from './site-values'

/** The settings and their version, and the languages of the site if it has several. */
export type OpenedSite = { version: number; settings: SiteSettings; languages: readonly SiteLanguage[] }

const links = z.nullable(z.array(z.object({ label: z.string(), url: z.string() })))
const { sign_up, vote_weights, moderation_log, submissions, claims, link_checks, numbers } =
  siteSettingsSchema.shape
/** Columns whose shape the generated types do not show. */
const kept = z.object({
  ...{ social_links: links, footer_links: links, facts: factsSchema },
  translations: z.nullable(z.record(z.string(), z.record(z.string(), z.string()))),
  ...{ sign_up, vote_weights, moderation_log, submissions, claims, link_checks, numbers },
})

/** The current settings. */
export async function openSite(db: Db, signal?: AbortSignal): Promise<OpenedSite> {
  const [stored, languages] = await Promise.all([
    dataOf(db.rpc('get_site_settings', undefined, { get: true }).single(), 'loadSite', signal),
    loadLanguages(),
  ])
  const { version, has_about: _, ...settings } = stored
  return { version, settings: { ...settings, ...kept.parse(settings) }, languages }
}

/** What saving does with the two pictures. */
export type Pictures = Record<Picture, LogoChoice>

type Publication = {
  settings: PublishedSettings
  pictures: Pictures
  known: OpenedSite
  onShare: (picture: Picture, share: number) => void
}

/** Uploads new pictures and writes a version. Old versions keep their pictures, which are restored with them. */
async function publish(db: Db, { settings, pictures, known, onShare }: Publication): Promise<number> {
  const path = async (picture: Picture) => {
    const choice = pictures[picture]
    if (choice.kind !== 'file') return choice.kind === 'kept' ? known.settings[picture] : null
    onShare(picture, 0)
    const files = await loadFiles((share) => onShare(picture, share))
    return new URL(await uploadLogo(files, NAMES[picture] + (await formOf(choice.file)), choice.file))
      .pathname
  }
  const logo_path = await path('logo_path')
  const icon_path = await path('icon_path')
  const { data, error, status } = await db.rpc('save_site_settings', {
    settings: {
      ...settings,
      ...{ logo_path, icon_path },
      // Also of languages the site has no more, which it may have again.
      translations: { ...known.settings.translations, ...settings.translations },
    },
    expected_version: known.version,
  })
  if (!error) return data
  if (error.code === 'PT409') throw new DataError('changed', { status })
  throw new DataError('saveSite', {
    status,
    words: status > 0 ? inLanguage(siteFailures.save({ reason: error.message }), undefined) : undefined,
  })
}

/** Width and height for the file's name, so that pages can reserve space for the picture. */
async function formOf(file: File): Promise<string> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return `-${image.naturalWidth}x${image.naturalHeight}`
  } catch {
    return ''
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

const NAMES = { logo_path: 'site-logo', icon_path: 'site-icon' }

/** Versions on a page of the history. */
const VERSIONS_PAGE = 20

/** The only place for query keys of the settings page. */
export const siteFormQueries = {
  opened: (userId: string) =>
    queryOptions({
      ...READ_ONCE,
      queryKey: [PERSONAL, userId, 'site-form'],
      queryFn: ({ signal }) => openSite(getDb(), signal),
    }),
  versions: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'site-versions'],
      queryFn: ({ pageParam, signal }) => {
        const page = { before_version: pageParam, max_results: VERSIONS_PAGE }
        return dataOf(getDb().rpc('list_site_versions', page), 'loadSiteVersions', signal)
      },
      initialPageParam: null satisfies number | null as number | null,
      getNextPageParam: (page) => (page.length < VERSIONS_PAGE ? undefined : page.at(-1)?.version),
      staleTime: 0,
    }),
  invitations: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'invitations'],
      queryFn: ({ pageParam, signal }) => {
        const before_created_at = pageParam?.created_at ?? null
        const before_address = pageParam?.address ?? null
        const page = { before_created_at, before_address, max_results: INVITATIONS_PAGE }
        return dataOf(getDb().rpc('list_invitations', page), 'loadInvitations', signal)
      },
      initialPageParam: null satisfies InvitationCursor as InvitationCursor,
      getNextPageParam: (page) => (page.length < INVITATIONS_PAGE ? undefined : page.at(-1)),
      staleTime: 0,
    }),
}

export type Invitation = Database['public']['Functions']['list_invitations']['Returns'][number]
type InvitationCursor = Pick<Invitation, 'created_at' | 'address'> | null

/** Invitations on a page of the list. */
const INVITATIONS_PAGE = 50

/** Invites an address or a domain; false if it was already invited. */
async function invite(db: Db, address: string): Promise<boolean> {
  const { data, error, status } = await db.rpc('invite', { address })
  if (!error) return data
  // The database defines the format of an address.
  throw new DataError('invite', { status, words: wordsOfRefusal(error, inviteRefused) })
}

/** The form shows both versions. */
const isConflict = (error: Error) => error instanceof DataError && error.code === 'changed'

export const publishMutation = mutationOptions({
  mutationFn: (publication: Publication) => publish(getDb(), publication),
  meta: { failure: 'saveSite', inForm: isConflict },
})

export const restoreMutation = mutationOptions({
  mutationFn: (version: number) =>
    dataOf(getDb().rpc('restore_site_settings', { old_version: version }), 'restoreSite'),
})

const afterwards = (userId: string) => ({
  onSettled: (
    _data: unknown,
    _error: unknown,
    _variables: unknown,
    _result: unknown,
    { client }: { client: QueryClient },
  ) => client.invalidateQueries(siteFormQueries.invitations(userId)),
})

export const inviteMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (address: string) => invite(getDb(), address),
    meta: { inForm: true },
    ...afterwards(userId),
  })

export const revokeInvitationMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (address: string) =>
      dataOf(getDb().rpc('revoke_invitation', { address }), 'revokeInvitation'),
    ...afterwards(userId),
  })

/** The cached settings of this tab, refetched after a new version. */
export async function refreshSite(queryClient: QueryClient, userId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: siteFormQueries.versions(userId).queryKey })
  await queryClient.invalidateQueries({ queryKey: siteQuery.queryKey, refetchType: 'none' })
  await queryClient.fetchQuery({ ...siteQuery, staleTime: 0 })
}
