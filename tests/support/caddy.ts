import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'

/** Caddy with deploy/Caddyfile, in its own folder, with certificates of its own authority. */
export interface Caddy {
  url: string
  plainUrl: string
  /** The authority's certificate, to be trusted. */
  certificate: string
  close(): Promise<void>
}

const RECIPE = path.join(import.meta.dirname, '../../deploy/Caddyfile')

interface CaddyOptions {
  port: number
  upstream: string
  /** Configuration with the domain name filled in. */
  recipe?: string
}

export async function startCaddy({ port, upstream, recipe }: CaddyOptions): Promise<Caddy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-caddy-'))
  const plainPort = await freePort()
  const around = `{
    http_port ${plainPort}
    https_port ${port}
    local_certs
    skip_install_trust
    admin off
    grace_period 100ms
  }\n`
  await writeFile(path.join(folder, 'Caddyfile'), around + (await readFile(recipe ?? RECIPE, 'utf8')))
  const caddy = spawn(findProgram('caddy'), ['run', '--adapter', 'caddyfile', '--config', 'Caddyfile'], {
    cwd: folder,
    env: {
      ...process.env,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ...(recipe ? {} : { DOMAIN: 'localhost', UPSTREAM: upstream }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  caddy.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => caddy.once('close', () => resolve()))
  const close = async () => {
    caddy.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let waited = 0; !output.includes('certificate obtained successfully'); waited += 50) {
    if (caddy.exitCode !== null || waited > 10_000) {
      await close()
      throw new Error(`caddy did not start:\n${output}`)
    }
    await sleep(50)
  }
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    certificate: await readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
    close,
  }
}
