import { Link } from '@tanstack/react-router'
import { badgeClass } from './ui/badge'

type Props = { categories: readonly { slug: string; name: string }[]; label?: string; className?: string }

/** The categories of a tool as badges that link to them. `label` names the list for screen readers. */
export function CategoryBadges({ categories, label, className = '' }: Props) {
  return (
    <ul className={`flex flex-wrap gap-1.5 pointer-coarse:gap-y-5 ${className}`} aria-label={label}>
      {categories.map(({ slug, name }) => (
        <li key={slug} className="max-w-full">
          <Link
            to="/categories/$slug"
            params={{ slug }}
            dir="auto"
            className={`${badgeClass()} badge-link py-[3px] leading-4 wrap-anywhere whitespace-normal`}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
