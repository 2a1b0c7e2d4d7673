import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'

/**
 * deploy/Containerfile without a container: what its build produces runs from a read-only folder, as a user who is not
 * root, and passes its own health check. Installing and building, done by this test run already, are skipped.
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ROOT = path.join(import.meta.dirname, '../..')
const lines = readFileSync(path.join(ROOT, 'deploy/Containerfile'), 'utf8').split('\n')

/** The instructions of this kind with this prefix, without their name. */
const instructions = (name: string) =>
  lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

const isRoot = process.getuid?.() === 0
/** Not root, owner of nothing in the folder, and with a name, which PostgreSQL's initdb needs. */
const NOBODY = 65_534
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-image-'))
  chmodSync(folder, 0o755)
  const left = readFileSync(path.join(ROOT, 'deploy/Containerfile.dockerignore'), 'utf8').split('\n')
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of tracked) {
    const [top = ''] = file.split('/')
    if (file && !left.includes(top) && existsSync(path.join(ROOT, file)))
      await cp(path.join(ROOT, file), path.join(folder, 'app', file))
  }
  // By hard links: pruning removes files but changes none.
  execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), path.join(folder, 'app')])
  execFileSync('cp', ['-a', path.join(ROOT, 'dist'), path.join(folder, 'app')])
  const prune = instructions('RUN').find((line) => line.startsWith('npm prune')) ?? ''
  const [program = '', ...args] = prune.split(' ')
  execFileSync(program, args, { cwd: path.join(folder, 'app'), stdio: 'ignore' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the image runs unprivileged, is healthy, and ends on a signal', async () => {
  expect(instructions('USER')).toEqual(['node'])
  expect(existsSync(path.join(folder, 'app/node_modules/playwright'))).toBe(false)
  const data = await mkdtemp(path.join(tmpdir(), 'plaudit-data-'))
  const runtime = await mkdtemp(path.join(tmpdir(), 'plaudit-run-'))
  if (isRoot) for (const own of [data, runtime]) chownSync(own, NOBODY, NOBODY)
  const set = instructions('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(set),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: data,
    // As systemd sets it.
    RUNTIME_DIRECTORY: runtime,
  }
  const options = { cwd: path.join(folder, 'app'), env, ...user }
  const [check = '', ...checkArgs] = commandOf(instructions('HEALTHCHECK')[0] ?? '')
  const isHealthy = () => spawnSync(check, checkArgs, options).status === 0
  expect(isHealthy()).toBe(false)

  const [program = '', ...args] = commandOf(instructions('CMD')[0] ?? '')
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  for (let tries = 0; !isHealthy(); tries++) {
    expect(child.exitCode, output).toBeNull()
    expect(tries, output).toBeLessThan(200)
    await sleep(100)
  }
  const home = await (await fetch(`http://127.0.0.1:${env.PORT}/`)).text()
  expect(home).toContain('Discover AI Tools')
  // The command line beside it, in the folder that neither can write.
  expect(readdirSync(runtime)).toHaveLength(1)
  const listed = spawnSync('node', ['scripts/cli.mjs', 'admin', 'list'], {
    ...options,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect({ ...listed, output: undefined }).toMatchObject({ status: 0, stderr: '' })
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code, output).toBe(0)
  expect(isHealthy()).toBe(false)
  for (const own of [data, runtime]) await rm(own, { recursive: true, force: true })
})
