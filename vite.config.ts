import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [tailwindcss(), tanstackStart(), react()],
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Everything the first load needs anyway in one file: it packs 5 kB smaller than in twenty.
          output: { codeSplitting: { groups: [{ name: 'site', tags: ['$initial'] }] } },
        },
      },
    },
  },
})
