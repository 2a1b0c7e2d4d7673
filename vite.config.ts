import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packedFiles } from './packed-files.ts'

/**
 * Pages that visits rarely start with: their data code is bundled with their components instead of the first load of
 * every page.
 */
const LOADED_WHOLE = /^\/(about|alternatives|compare|search|profile|admin|privacy|terms|categories\/$)/

const LISTS =
  /\/(src|shared)\/(routes\/-paged-tools|components\/(logo|logo-image|structured-data)\.|components\/layout\/page-heading|components\/ui\/(badge|empty-state|load-failure)|lib\/logo-url|messages\/en\/facts|features\/upvotes\/upvote-control|features\/catalogue\/(category-filter|tool-card|tool-list|structured-data|load-more|use-load-more|sort-links|list-filters|filter-panel|facet-filter|panel-status)\.)/

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: {
      // The router's store imports the shim for React 17.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  plugins: [
    tailwindcss(),
    tanstackStart({
      router: {
        codeSplittingOptions: {
          splitBehavior: ({ routeId }) =>
            LOADED_WHOLE.test(routeId)
              ? [['loader', 'component'], ['errorComponent'], ['notFoundComponent']]
              : undefined,
        },
      },
    }),
    react(),
    packedFiles(),
  ],
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Inlines the texts of messages/, so that each chunk contains only its own.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            // In one file, everything the first load needs compresses 7 kB smaller than in thirty; it also names all
            // the others.
            codeSplitting: {
              groups: [
                { name: 'site', tags: ['$initial'], priority: 1 },
                // The code of lists on home, categories and results, for the same reason.
                { name: 'lists', test: LISTS },
              ],
            },
            chunkFileNames: 'assets/[hash].js',
          },
        },
      },
    },
  },
})
