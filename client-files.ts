import type { Rolldown } from 'vite'

/**
 * The files the browser's code is cut into (docs/decisions/041), the first match wins. A file that is asked for while
 * someone waits is a request, and its name stands in the first load: what is used together lies together, and what one
 * page alone needs stays with that page.
 */
export const clientFiles: Rolldown.CodeSplittingGroup[] = [
  // Everything the first load needs anyway in one file: it packs 5 kB smaller than in twenty.
  { name: 'site', tags: ['$initial'] },
  // The small parts that the home page and most others show lists of tools with: one file packs smaller than eight.
  {
    name: 'lists',
    test: inSource(
      String.raw`routes/(-paged-tools|index\.tsx\?)`,
      'lib/logo-url',
      'components/(logo-image|structured-data|ui/load-failure|ui/empty-state)',
      'features/upvotes/(upvote-control|use-my-upvotes)',
      String.raw`features/catalogue/(load-more|tool-card|sort-links|tool-list\.|use-load-more|tool-logo|structured-data)`,
      'features/catalogue/(category-filter|filter-chips|use-further-choices)',
    ),
  },
  // What reads for the public pages, downloaded when something is read that the page did not bring.
  { name: 'reads', test: inSource('lib/db-client', 'features/(catalogue|upvotes)/[a-z-]+-data') },
  // Alone and whole: a browser does not ask again for a part that failed to come along.
  {
    name: 'queries',
    test: /src\/lib\/query-engine|node_modules\/@tanstack\/(react-query|query-core)\//,
  },
  // Small, and shared by pages and dialogs of every kind.
  {
    name: 'parts',
    test: new RegExp(
      `${
        inSource(
          'components/(members-only|form-field|form-alert|use-draft|ui/(input|textarea|way-button|breadcrumb|more-button))',
          'lib/(dates|next-path|save-file)',
        ).source
      }|node_modules/(lucide-react/.*(Icon|utils|[dD]efaultAttributes)|@tanstack/react-router/)`,
    ),
  },
  { name: 'schemas', test: /node_modules\/zod\/|src\/lib\/person-schemas/ },
  // Of the dialogs and of signing in.
  { name: 'tslib', test: /node_modules\/tslib\// },
  {
    name: 'tabs',
    test: /node_modules\/@radix-ui\/react-(tabs|roving-focus|collection|direction|use-is-hydrated)\//,
    includeDependenciesRecursively: false,
  },
  // What a menu is made of, and with it what hangs it below its button: one page has menus.
  {
    name: 'menu',
    test: /node_modules\/(@floating-ui\/|@radix-ui\/(react-(dropdown-menu|menu|popper|arrow|use-rect|use-size)|rect)\/)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'dialog',
    test: /node_modules\/(@radix-ui|react-remove-scroll|react-style-singleton|use-(sidecar|callback-ref)|aria-hidden|get-nonce)|src\/components\/ui\/dialog/,
  },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  {
    name: 'catalogue',
    test: inSource(
      'features/(catalogue|flags/(flags-data|flag-provider|flag-button))',
      'features/upvotes/(quotation|own-recommendation|use-own-recommendation|use-refresh|recommendations)',
      String.raw`routes/(tools|categories)\.`,
    ),
  },
  { name: 'drafts', test: inSource('components/(unsaved-changes|ui/(drop-zone|file-button))') },
  { name: 'username', test: inSource('components/(username-field|use-username)', 'lib/username-data') },
  {
    name: 'account',
    test: inSource(
      'features/account/(?!sign-up)',
      'components/password-field',
      'routes/(login|forgot-password|reset-password|verify-email|auth/)',
    ),
  },
  {
    name: 'admin',
    test: inSource(
      'components/admins-only',
      String.raw`features/admin/[a-z-]+\.`,
      'features/admin/catalogue/(refresh-catalogue|catalogue-list|lists?-|tools-page|categories-page)',
      'features/admin/logos/(remove-quietly|logos-data)',
      String.raw`routes/(-admin-tools|admin\.((tools|categories)\.)?index|admin\.tsx)`,
    ),
  },
  { name: 'legal', test: inSource('features/legal', 'routes/(privacy|terms)') },
  {
    name: 'editing',
    test: inSource('features/admin/(catalogue|logos)', String.raw`routes/admin\.(tools|categories)\.`),
  },
]

function inSource(...paths: string[]): RegExp {
  return new RegExp(`/src/(${paths.join('|')})`)
}
