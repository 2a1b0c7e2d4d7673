import { Link } from '@tanstack/react-router'
import { Icon } from '~/components/ui/icon'

/** Leads from a form to the page visitors see, in a tab of its own: what is being typed stays. */
export function PublicPageLink({ to, slug }: { to: '/tools/$slug' | '/categories/$slug'; slug: string }) {
  return (
    <Link
      to={to}
      params={{ slug }}
      target="_blank"
      className="link inline-flex items-center gap-1.5 text-sm pointer-coarse:py-2.5"
    >
      Public page
      <Icon name="away" size={14} />
    </Link>
  )
}
