import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import { useSite } from '~/lib/site-data'

/** Where nothing is found: what is missing may be sent in. */
export function SubmitLink() {
  const site = useSite()
  if (site.submissions === 'nobody') return null
  return (
    <Link to="/submit" className="text-accent underline pointer-coarse:py-2.5">
      {common.submitNew(site)}
    </Link>
  )
}
