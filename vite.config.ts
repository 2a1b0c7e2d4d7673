import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { packedFiles } from './packed-files.ts'
import { compileMessages } from './scripts/compile-messages.ts'

/**
 * In development, a changed text is compiled. A moment later: at the event the file may be half written, and no second one
 * follows when it is whole.
 */
const followTexts = (): Plugin => ({
  name: 'follow-texts',
  configureServer: ({ watcher, config }) => {
    let timer: NodeJS.Timeout | undefined
    const compile = () => {
      try {
        // The folder of builds is not watched.
        for (const compiled of compileMessages()) {
          watcher.emit('change', compiled)
          watcher.emit('all', 'change', compiled)
        }
      } catch (error) {
        config.logger.error(String(error))
      }
    }
    watcher.on('change', (file) => {
      if (!/languages\/[^/]+\/messages\.json$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(compile, 50)
    })
  },
})

/** The language of the pages: each is built by itself, so that a page loads one language only. */
const language = process.env.PAGES_LANGUAGE ?? 'en'

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: [
      {
        // The router's store imports the shim for React 17.
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^#messages\//, replacement: `${import.meta.dirname}/dist/messages/${language}/` },
      { find: /^#texts\//, replacement: `${import.meta.dirname}/languages/${language}/` },
    ],
  },
  plugins: [
    tailwindcss(),
    tanstackStart({
      router: {
        codeSplittingOptions: {
          // A page's data code and skeleton come with its component, instead of with the first load of every page. The
          // skeleton of guarded pages is in their HTML. Home's own code is what most pages need, for their lists of tools.
          splitBehavior: ({ routeId }) => {
            if (routeId === '/') return []
            return /^\/(admin|profile|submit|suggest|claim)/.test(routeId)
              ? [['loader', 'component'], ['errorComponent'], ['notFoundComponent']]
              : [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']]
          },
        },
      },
    }),
    react(),
    packedFiles(),
    followTexts(),
  ],
  // One alphabet for both environments, which name the same stylesheet.
  build: { modulePreload: { polyfill: false }, rolldownOptions: { output: { hashCharacters: 'base36' } } },
  environments: {
    ssr: { build: { outDir: `dist/server/${language}` } },
    client: {
      build: {
        // Files of all languages are in one folder: their names differ by their content.
        emptyOutDir: false,
        rolldownOptions: {
          // Inlines the texts of messages/, so that each chunk contains only its own.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            // In one file, everything the first load needs compresses 7 kB smaller than in thirty; it also names all
            // the others.
            codeSplitting: {
              groups: [
                { name: 'site', tags: ['$initial'], priority: 1 },
                // A group takes along what its modules import, unless a group before it did. So what pages of several groups
                // need comes first, and the dashboard last: a tool's page would load all of it for one library.
                {
                  name: 'reading',
                  test: /\/@supabase\/postgrest-js\/|\/zod\/v4\/(core|mini)\/|\/(mutationObserver|useMutation)\.|\/lib\/(db-client|session-tokens|limit-reached|kept|moderation-states|loaded-page|read-all|use-facts|fact-words|name-lists|counted-link|dates)\.|\/shared\/(tool-fields|[a-z-]+-rules)\./,
                },
                { name: 'forms', test: /\/(react-hook-form|@hookform)\// },
                // With the library's words for distances in time, which few pages show.
                { name: 'ago', test: /\/(lib|components)\/ago\./ },
                // The small parts of pages: each in a file of its own is named in the first load.
                {
                  name: 'ui',
                  test: /\/components\/(ui\/(?!confirm-dialog|dialog|toaster)|form-|category-badges|mark)|\/lib\/focus-once-lost\.|\/lucide-react\/|\/messages\/\w+\/page-heads\.|\/(mutationOptions|useSuspenseQuery)\.js/,
                  minShareCount: 2,
                },
                {
                  name: 'dialogs',
                  test: /\/@radix-ui\/react-dialog\/|\/components\/ui\/(confirm-)?dialog\./,
                },
                {
                  name: 'account',
                  test: /\/features\/account\/[^/]+\.tsx?$|\/mail-check\.|\/username-(field|data)\.|\/members-only\./,
                  minShareCount: 2,
                },
                {
                  name: 'account',
                  test: /\/routes\/(login|register|forgot-password|reset-password|verify-email)\.tsx\?/,
                },
                {
                  name: 'legal',
                  test: /\/routes\/(terms|privacy|about|moderation|ranking|\$)\.tsx\?|\/features\/(legal\/(?!read-)|moderation-log\/)|\/ranking\.md/,
                },
                {
                  name: 'filters',
                  test: /\/catalogue\/(card-facts|facet-choices|category-choices|choices|unknown-facts)\.tsx|\/filters\.js/,
                },
                { name: 'tool-forms', test: /\/routes\/(admin\.tools\.(new|edit)|submit|suggest|claim)/ },
                {
                  name: 'admin-tools',
                  test: /\/routes\/(admin\.tools\.index|admin\.index|-admin-tools)\.tsx/,
                },
                {
                  name: 'tool',
                  test: /\/(recommendations-data|tool-page-data|helpful-data|flags-data)\.ts$|\/(text-dialog|reason-dialog|flag-provider|upvote-dialogs|upvote-button|flag-dialog|fact-link|alternatives|alternatives-page|edited-mark|add-to-list)\.tsx$|\/routes\/alternatives\.|\/messages\/\w+\/(alternatives|tool-page|recommendations|text-dialog)\.js$/,
                },
                {
                  name: 'member-lists',
                  test: /\/features\/lists\/(list-page|list-name|lists-data|list-actions|follow-button|follows-data|own-lists-data|add-to-list-dialog)\.tsx?$|\/routes\/(lists|members)\.|\/messages\/\w+\/(lists|list-page)\.js$/,
                },
                // What a signed-in person is told and keeps.
                {
                  name: 'notices',
                  test: /\/features\/notices\/(bell|unsubscribe-\w+)\.tsx?$|\/routes\/unsubscribe\.tsx\?|\/saving-data\.ts$|\/messages\/\w+\/(notices|notice-mails)\.js$/,
                },
                { name: 'categories', test: /\/routes\/categories\.[^.]+\.tsx\?/ },
                { name: 'search', test: /\/features\/search\/search-d|\/routes\/search\.tsx\?/ },
                { name: 'compare', test: /\/features\/compare\/tray|\/routes\/compare\.tsx\?/ },
                {
                  name: 'dashboard',
                  test: /\/features\/admin\/[^/]+\.tsx?$|\/routes\/admin(\.backup|\.audit|\.search|\.numbers|\.tools\.(icons|links|duplicates)|\.categories\.[^.]+(\.\$id)?)?\.tsx\?|\/messages\/\w+\/members\.js$/,
                },
              ],
            },
            // The first load names every chunk, and random characters do not compress.
            chunkFileNames: 'assets/[hash:7].js',
          },
        },
      },
    },
  },
})
