import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientFiles } from './client-files.ts'
import { packedFiles } from './packed-files.ts'

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: {
      // The router's store asks for the one that also serves React 17.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  plugins: [tailwindcss(), tanstackStart(), react(), packedFiles()],
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The first load names every other file: without a name each is shorter.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: clientFiles },
          },
        },
      },
    },
  },
})
