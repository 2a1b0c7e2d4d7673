import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { packedFiles } from './packed-files.ts'
import { compileMessages } from './scripts/compile-messages.ts'

/** In development, a changed text is compiled at once. */
const followTexts = (): Plugin => ({
  name: 'follow-texts',
  configureServer: ({ watcher }) => {
    watcher.on('change', (file) => {
      if (/languages\/[^/]+\/messages\.json$/.test(file)) compileMessages()
    })
  },
})

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
          // A page's data code and skeleton come with its component, instead of with the first load of every page. The
          // skeleton of guarded pages is in their HTML.
          splitBehavior: ({ routeId }) =>
            /^\/(admin|profile)/.test(routeId)
              ? [['loader', 'component'], ['errorComponent'], ['notFoundComponent']]
              : [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
        },
      },
    }),
    react(),
    packedFiles(),
    followTexts(),
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
                // Home, with what lists of tools need on other pages too, for the same reason.
                { name: 'lists', test: /\/routes\/index\.tsx\?/ },
                // The small parts of pages: each in a file of its own is named in the first load.
                { name: 'ui', test: /\/components\/ui\/(?!confirm-dialog|dialog|toaster)/, minShareCount: 2 },
                { name: 'dashboard', test: /\/features\/admin\/[^/]+\.tsx?$/, minShareCount: 2 },
              ],
            },
            chunkFileNames: 'assets/[hash].js',
          },
        },
      },
    },
  },
})
