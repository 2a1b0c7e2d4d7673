import { Link } from '@tanstack/react-router'
import { Badge } from '~/components/ui/badge'
import type { CategoryRow, CategorySample } from './categories-data'
import { ToolLogo } from './tool-logo'

type Props = { category: CategoryRow; samples: readonly CategorySample[] }

/** A category in the grid, a link to its page: name, number of tools, up to three of their logos. */
export function CategoryCard({ category: { name, slug, tool_count }, samples }: Props) {
  return (
    <li className="grid">
      <Link to="/categories/$slug" params={{ slug }} className="category-box category-link">
        <span className="flex items-start justify-between gap-2.5">
          <span className="card-name">{name}</span>
          <Badge>
            {tool_count} {tool_count === 1 ? 'tool' : 'tools'}
          </Badge>
        </span>
        <span className="flex min-h-9 items-center gap-1.5">
          {samples.length === 0 && (
            <span className="text-[13px] text-ink-faint">No tools in this category yet</span>
          )}
          {samples.map((tool) => (
            <ToolLogo key={tool.id} logo={tool.logo} fallback={initials(tool.name)} size="sm" />
          ))}
        </span>
      </Link>
    </li>
  )
}

/** The first two letters of a name, uppercased. */
function initials(name: string): string {
  return [...name].slice(0, 2).join('').toUpperCase()
}
