import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The small parts that the home page and most others show lists of tools with: one file packs smaller than eight.
const LISTS = new RegExp(
  'src/(routes/(-paged-tools|index\\.tsx\\?)|lib/logo-url|components/(logo-image|structured-data|ui/load-failure|ui/empty-state)' +
    '|features/(upvotes/(upvote-control|use-my-upvotes)|catalogue/(load-more|tool-card|sort-links|tool-list\\.|use-load-more' +
    '|tool-logo|structured-data|category-filter|filter-chips|use-further-choices)))',
)

const READS = /src\/(lib\/db-client|features\/(catalogue|upvotes)\/[a-z-]+-data)\.ts/

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: {
      // The router's store asks for the one that also serves React 17.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  plugins: [tailwindcss(), tanstackStart(), react()],
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Everything the first load needs anyway in one file: it packs 5 kB smaller than in twenty.
          output: {
            // The first load names every other file: without a name each is shorter.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'site', tags: ['$initial'] },
                { name: 'lists', test: LISTS },
                // What reads for the public pages, downloaded when something is read that the page did not bring.
                { name: 'reads', test: READS },
                // Alone and whole: a browser does not ask again for a part that failed to come along.
                { name: 'queries', test: /src\/lib\/query-engine\.ts/ },
              ],
            },
          },
        },
      },
    },
  },
})
