import * as common from '#messages/common.js'
import * as messages from '#messages/guarded-heads.js'
import { ofSite } from '#messages/heads.js'
import * as site from '#messages/site.js'
import type { Site } from '#shared/site.ts'
import { pageHead } from '../lib/seo'

/** The heads of guarded pages, which are not indexed. Loaded with such a page: most visitors open none. */

export type GuardedMatch = { match: { context: { site: Site }; pathname: string } }

export const profile = ({ match: { context } }: GuardedMatch) =>
  pageHead(context.site, { ...messages.profile, path: '/profile', index: false })

export const admin = ({ match: { context } }: GuardedMatch) =>
  pageHead(context.site, { ...messages.admin, path: '/admin', index: false })

const titled =
  (title: string) =>
  ({ match: { context, pathname } }: GuardedMatch) =>
    pageHead(context.site, {
      title: ofSite({ title, site: context.site.name }),
      description: context.site.tagline,
      path: pathname,
      index: false,
    })

export const submit = titled(site.submit)
export const suggest = titled(common.suggestAChange)
export const claim = titled(messages.claim)
