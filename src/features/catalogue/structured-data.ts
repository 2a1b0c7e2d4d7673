import { createIsomorphicFn } from '@tanstack/react-start'
import type { SoftwareApplication } from 'schema-dts'
import { previewLogo } from '~/lib/logo-url'
import { describeList, describeSite, describeWay, pageUrl, writeStructuredData } from '~/lib/structured-data'
import type { CategoryRow } from './categories-data'
import type { ToolCardRow, ToolRow } from './tools-data'

/** What the pages of the catalogue say to machines; nothing in the browser, where nobody reads it. */

const nothing = () => ''

type List = { name: string; path: string; total: number }

/** A list of tools. */
export const toolListData = createIsomorphicFn()
  .server((list: List, tools: readonly ToolCardRow[]) =>
    writeStructuredData([
      describeList(
        list,
        tools.map(({ name, slug }) => ({ name, path: `/tools/${slug}` })),
      ),
    ]),
  )
  .client(nothing)

/** The site itself, on its home. */
export const siteData = createIsomorphicFn()
  .server(() => writeStructuredData(describeSite()))
  .client(nothing)

const HOME = { name: 'Home', path: '/' }
const CATEGORIES = { name: 'Categories', path: '/categories' }

/** All categories. */
export const categoriesData = createIsomorphicFn()
  .server((categories: readonly CategoryRow[]) =>
    writeStructuredData([
      describeWay([HOME, CATEGORIES]),
      describeList(
        { name: 'All Categories', path: '/categories', total: categories.length },
        categories.map(({ name, slug }) => ({ name, path: `/categories/${slug}` })),
      ),
    ]),
  )
  .client(nothing)

/** The way to one category; its list says itself. */
export const categoryData = createIsomorphicFn()
  .server(({ name, slug }: { name: string; slug: string }) =>
    writeStructuredData([describeWay([HOME, CATEGORIES, { name, path: `/categories/${slug}` }])]),
  )
  .client(nothing)

/** A tool and the way to it. */
export const toolData = createIsomorphicFn()
  .server((tool: ToolRow) => {
    const { name, slug, categories: category } = tool
    const path = `/tools/${slug}`
    const image = previewLogo(tool.logo)
    const application: SoftwareApplication = {
      '@type': 'SoftwareApplication',
      '@id': pageUrl(`${path}#tool`),
      name,
      description: tool.short_description,
      url: pageUrl(path),
      sameAs: tool.website_url,
      ...(tool.allCategories.length > 0 && {
        applicationCategory: tool.allCategories.map((entry) => entry.name),
      }),
      ...(image && { image: new URL(image, pageUrl('/')).href }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: tool.upvote_count,
      },
    }
    const parent = category ? [{ name: category.name, path: `/categories/${category.slug}` }] : []
    return writeStructuredData([application, describeWay([HOME, ...parent, { name, path }])])
  })
  .client(nothing)
