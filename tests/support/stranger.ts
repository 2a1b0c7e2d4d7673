import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import serverNode from '../../scripts/server-node.json' with { type: 'json' }
import { openPlaudit, type Plaudit, RUNNER } from './command-line.ts'
import { findProgram } from './find-program.ts'

/**
 * A machine for the commands of docs/own-your-directory.md: a folder that stands for its root, and replacements of
 * programs that install packages, add users and run services. Everything else is run unchanged.
 */
export interface Machine {
  folder: string
  /** Runs a block of commands; returns its output. Throws if one fails. */
  run(block: string): Promise<string>
  close(): Promise<void>
}

/** A block of the document takes a few seconds, longer on a busy machine. */
const BLOCK_MS = 90_000

/** Programs whose name differs from their package's. */
const PACKAGES: Record<string, string> = { promtool: 'prometheus' }

const ROOT = path.join(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

interface MachineOptions {
  port: number
  /** Texts that are replaced here, such as the document's mail server. */
  replaced: readonly (readonly [string, string])[]
  /** What `systemctl reload caddy` does with the Caddyfile. */
  onReload(file: string): Promise<void>
}

export async function startMachine({ port, replaced, onReload }: MachineOptions): Promise<Machine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-machine-'))
  chmodSync(folder, 0o755)
  for (const part of [
    'bin',
    'opt',
    'tmp',
    'etc/systemd/system',
    'etc/caddy',
    'etc/prometheus',
    'var/lib',
    'usr/local/bin',
  ])
    mkdirSync(path.join(folder, part), { recursive: true })
  chmodSync(path.join(folder, 'tmp'), 0o777)
  writeFileSync(path.join(folder, 'etc/prometheus/prometheus.yml'), 'scrape_configs:\n')
  const rewrite = (content: string) =>
    [
      ...replaced,
      ['127.0.0.1:3000', `127.0.0.1:${port}`] as const,
      [
        '--owner plaudit',
        `--owner ${execFileSync('id', ['-un', ...(isRoot ? [String(NOBODY)] : [])], { encoding: 'utf8' }).trim()}`,
      ] as const,
    ]
      .reduce((changed, [from, to]) => changed.replaceAll(from, to), content)
      .replaceAll(/(?<![\w}>/])\/(?=(?:opt|etc|var|tmp|usr\/local)\/)/g, `${folder}/`)

  const as = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups ` : ''
  const log = path.join(folder, 'asked')
  const command = path.join(folder, 'command')
  const programs: Record<string, string> = {
    'apt-get': '',
    useradd: '',
    // Waits for the result, as the program does.
    systemctl: `asked=$(wc -l < ${log}); until [ "$(cat ${log}.done 2>/dev/null || echo 0)" -ge "$asked" ]; do sleep 0.02; done`,
    // Most commands run in one process, as starting one takes most of their time; those that begin with 'admin' as they are.
    runuser: `[ "$6" != admin ] || { shift 3; exec ${as}"$@"; }
shift 5
printf '%s\\0' "$@" > ${command}.args
env -0 > ${command}.env
touch ${command}.asked
until [ -e ${command}.code ]; do sleep 0.02; done
cat ${command}.out; cat ${command}.error >&2
code=$(cat ${command}.code); rm ${command}.*; exit $code`,
    git: `[ "$1" != clone ] || { mv ${folder}/clone "$3"; touch "$3/node_modules/.package-lock.json"; }`,
  }
  for (const [name, text] of Object.entries(programs))
    writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\necho "${name} $*" >> ${log}\n${text}\n`, {
      mode: 0o755,
    })
  await makeClone(path.join(folder, 'clone'), rewrite)

  const env = {
    HOME: folder,
    PATH: [
      path.join(folder, 'bin'),
      path.join(folder, 'usr/local/bin'),
      process.env.PATH,
      ...['promtool', 'curl', 'openssl'].map((program) =>
        path.dirname(findProgram(program, PACKAGES[program])),
      ),
    ].join(':'),
  }
  let service: ChildProcess | undefined
  const stop = async () => {
    if (service?.exitCode !== null || service.signalCode !== null) return
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
  /** As in the unit file. */
  const start = () => {
    const unit = readFileSync(path.join(folder, 'etc/systemd/system/plaudit.service'), 'utf8')
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const data = path.join(folder, 'var/lib', value('StateDirectory'))
    mkdirSync(data, { recursive: true, mode: 0o700 })
    if (isRoot) chownSync(data, NOBODY, NOBODY)
    const file = readFileSync(value('EnvironmentFile'), 'utf8')
    const pairs = [...value('Environment').split(' '), ...file.trim().split('\n'), `PORT=${port}`].map(
      (line) => {
        const [, name = '', text = ''] = /^(\w+)="?(.*?)"?$/.exec(line) ?? []
        return [name, text]
      },
    )
    const [program = '', ...args] = value('ExecStart').split(' ')
    service = spawn(program, args, {
      cwd: value('WorkingDirectory'),
      env: { PATH: process.env.PATH, ...Object.fromEntries(pairs) },
      stdio: ['ignore', 'ignore', 'inherit'],
      ...owner,
    })
  }
  let plaudit: Plaudit | undefined
  const runCommand = async () => {
    rmSync(`${command}.asked`)
    const [args, given] = ['args', 'env'].map((name) =>
      readFileSync(`${command}.${name}`, 'utf8').split('\0').slice(0, -1),
    )
    const env: Record<string, string> = {}
    for (const pair of given ?? []) env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
    plaudit ??= openPlaudit(path.join(folder, 'opt/plaudit'), owner)
    const { code, out, error } = await plaudit.run(args ?? [], env)
    for (const [name, text] of Object.entries({ out, error, code }))
      writeFileSync(`${command}.${name}`, String(text))
  }
  const asked: string[] = []
  const obey = async () => {
    if (existsSync(`${command}.asked`)) await runCommand()
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
    for (const line of lines.slice(asked.length)) {
      asked.push(line)
      if (/^systemctl (stop|restart) plaudit$/.test(line)) await stop()
      if (/^systemctl (enable --now|start|restart) plaudit$/.test(line)) start()
      if (line === 'systemctl reload caddy') await onReload(path.join(folder, 'etc/caddy/Caddyfile'))
      writeFileSync(`${log}.done`, String(asked.length))
    }
  }
  return {
    folder,
    run: async (block) => {
      const bash = spawn('bash', ['-euo', 'pipefail', '-c', rewrite(block)], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        // Names a command that hangs, and kills it with its children.
        detached: true,
      })
      const limit = setTimeout(() => bash.pid && process.kill(-bash.pid, 'SIGKILL'), BLOCK_MS)
      const output = Promise.all([text(bash.stdout), text(bash.stderr)])
      while (bash.exitCode === null && bash.signalCode === null) {
        await obey()
        await sleep(20)
      }
      clearTimeout(limit)
      const [printed, complaints] = await output
      if (bash.exitCode !== 0)
        throw new Error(`${block}\nended with ${bash.exitCode ?? bash.signalCode}:\n${printed}${complaints}`)
      return printed
    },
    close: async () => {
      await plaudit?.close()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The result of `git clone` and the build, with the files of deploy/ adapted to this machine. */
async function makeClone(clone: string, rewrite: (text: string) => string): Promise<void> {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const product = tracked.filter(
    (file) => file === RUNNER || (!/^(tests|bench)\/|^$/.test(file) && existsSync(path.join(ROOT, file))),
  )
  mkdirSync(clone)
  execFileSync('cp', ['--parents', ...product, clone], { cwd: ROOT })
  for (const built of ['node_modules', 'dist']) execFileSync('cp', ['-al', path.join(ROOT, built), clone])
  // The pages of the document are English: the languages that no test builds are not built here either.
  const pages = path.join(clone, 'dist/server')
  for (const code of readdirSync(path.join(ROOT, 'languages')))
    if (!existsSync(path.join(pages, code)))
      execFileSync('cp', ['-al', path.join(pages, 'en'), path.join(pages, code)])
  // Compiled once instead of by each of twenty commands.
  const compiled = path.join(clone, serverNode.compileCache)
  await rm(compiled, { recursive: true, force: true })
  mkdirSync(compiled, { recursive: true })
  chmodSync(compiled, 0o777)
  for (const file of ['plaudit', 'plaudit.service', 'Caddyfile']) {
    const whole = path.join(clone, 'deploy', file)
    writeFileSync(whole, rewrite(readFileSync(whole, 'utf8')))
  }
}
