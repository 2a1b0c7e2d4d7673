import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** Where packages are unpacked that this machine does not have. */
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/programs')
const FOLDERS = ['usr/sbin', 'usr/bin']

/**
 * A program of this machine, or of a Debian package, that of its name unless another is given, unpacked and not installed: a server that is
 * installed is started, and we only want to run it. Throws where there is none to be had.
 */
export function findProgram(name: string, from = name): string {
  const own = (process.env.PATH ?? '').split(path.delimiter)
  const unpacked = FOLDERS.map((folder) => path.join(CACHE, from, folder))
  const find = () =>
    [...own, '/usr/sbin', ...unpacked]
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file))
  const there = find()
  if (there) return there
  process.stdout.write(`No ${name} found, unpacking it ...\n`)
  unpack(from)
  const found = find()
  if (!found) throw new Error(`these tests need ${name}: install it`)
  return found
}

function unpack(name: string): void {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(path.join(CACHE, 'download-'))
  const download = () => spawnSync('apt-get', ['-qq', 'download', name], { cwd: folder }).status === 0
  try {
    if (!download()) {
      spawnSync('apt-get', ['-qq', 'update'])
      if (!download()) return
    }
    const [file] = readdirSync(folder)
    if (!file) return
    execFileSync('dpkg', ['-x', path.join(folder, file), path.join(folder, 'root')])
    // Another test may have unpacked it meanwhile.
    if (!existsSync(path.join(CACHE, name))) renameSync(path.join(folder, 'root'), path.join(CACHE, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
