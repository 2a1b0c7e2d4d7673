import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { SitePage } from '~/features/admin/site/site-page'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'
import { SitePreview } from './-site-preview'

export const Route = createFileRoute('/admin/site')({
  loader: () => heads.siteSettings,
  head: adminHead,
  component: SiteSettings,
})

function SiteSettings() {
  const { user } = useSession()
  return user && <SitePage userId={user.id} renderPreview={(site) => <SitePreview site={site} />} />
}
