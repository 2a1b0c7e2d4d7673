import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A writable copy of the project, so that tests can edit files as a developer does. */
export interface ProjectCopy {
  folder: string
  /** Replaces a text of a file; throws if it is missing. */
  change(file: string, from: string, to: string): Promise<void>
  remove(): Promise<void>
}

const ROOT = path.join(import.meta.dirname, '../..')
const PARTS = [
  ...[
    'src',
    'shared',
    'languages',
    'server',
    'supabase',
    'public',
    'scripts',
    'patches',
    'package.json',
    'package-lock.json',
  ],
  // Without .gitignore Tailwind would scan everything installed for classes.
  ...['.gitignore', 'tsconfig.json', 'vite.config.ts', 'packed-files.ts'],
]

/** Outside the project, so that lookups in parent folders do not find it. */
export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-dev-copy-'))
  execFileSync('cp', ['-a', ...PARTS, folder], { cwd: ROOT })
  // Hard links are free; if the temporary folder is on another disk files are copied.
  try {
    execFileSync('cp', ['-a', '-l', 'node_modules', folder], { cwd: ROOT, stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', 'node_modules', folder], { cwd: ROOT })
  }
  // Caches of Vite and node must not be shared: they are written to.
  for (const made of ['.vite', '.cache'])
    await rm(path.join(folder, 'node_modules', made), { recursive: true, force: true })
  return {
    folder,
    change: async (file, from, to) => {
      const whole = path.join(folder, file)
      const text = await readFile(whole, 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
      await writeFile(whole, text.replace(from, to))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
