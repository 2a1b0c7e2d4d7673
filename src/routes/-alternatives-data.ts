import type { QueryClient } from '@tanstack/react-query'
import { ALIKE_CATEGORY_TOOLS } from '#shared/api-rules.ts'
import { MAX_ALTERNATIVES } from '~/features/catalogue/tool-data'
import { toolQueries } from '~/features/catalogue/tools-data'
import * as messages from '~/messages/en/alternatives'
import * as heads from '~/messages/en/heads'

/** Loads the page of a tool's alternatives: its data and its head. */
export async function loadAlternatives(queryClient: QueryClient, siteName: string, slug: string) {
  const tool = await queryClient.ensureQueryData(toolQueries.bySlug(slug, '/alternatives/$slug'))
  const { total } = await queryClient.ensureQueryData(toolQueries.alternatives(tool.id, MAX_ALTERNATIVES))
  const title = messages.title(tool.name)
  return {
    title: heads.ofSite(title, siteName),
    description: messages.introduction(tool.name, total),
    path: `/alternatives/${slug}`,
    preview: { path: `/social/alternatives/${slug}.png`, alt: title },
    index: total > 0 && tool.allCategories.some(({ tool_count }) => tool_count <= ALIKE_CATEGORY_TOOLS),
  }
}
