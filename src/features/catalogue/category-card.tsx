import { Link } from '@tanstack/react-router'
import { LogoImage } from '~/components/logo-image'
import { LogoInitials } from '~/components/logo-initials'
import { Badge } from '~/components/ui/badge'
import type { CategoryRow, CategorySamples } from './categories-data'

type Props = { category: CategoryRow; samples: CategorySamples[string] | undefined }

/**
 * A category in the grid, a link to its page: name, number of tools, up to three of their logos. There are hundreds on a
 * page, so the style sheet knows what is in it by its place (`category-link`), and the logos are hidden from readers
 * together.
 */
export function CategoryCard({ category: { name, slug, tool_count }, samples }: Props) {
  return (
    <li>
      <Link to="/categories/$slug" params={{ slug }} className="category-box category-link">
        <span>
          <span dir="auto">{name}</span>
          <Badge>{tool_count === 1 ? '1 tool' : `${tool_count} tools`}</Badge>
        </span>
        {samples ? (
          <span aria-hidden="true">
            {samples.names.map((tool, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool is nothing here but the logo at its place.
              <span key={place}>
                <LogoImage logo={samples.logos[place] || null} pixels={36}>
                  <LogoInitials name={tool} />
                </LogoImage>
              </span>
            ))}
          </span>
        ) : (
          <span className="text-[13px] text-ink-faint">No tools in this category yet</span>
        )}
      </Link>
    </li>
  )
}
