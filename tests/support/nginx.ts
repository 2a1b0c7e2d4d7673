import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'

/** nginx with deploy/nginx.conf, in its own folder. */
interface Nginx {
  /** The URL of the server with TLS. */
  url: string
  /** The URL of the one that redirects to it. */
  plainUrl: string
  /** Its certificate, to be trusted. */
  certificate: string
  /** Its error log. */
  output(): string
  close(): Promise<void>
}

interface NginxOptions {
  /** Port of the server with TLS: processes are told their public URL before nginx starts. */
  port: number
  /** The two processes behind it. */
  ports: readonly [number, number]
}

const RECIPE = path.join(import.meta.dirname, '../../deploy/nginx.conf')

export async function startNginx({ port, ports }: NginxOptions): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-nginx-'))
  const plainPort = await freePort()
  const certificate = path.join(folder, 'certificate.pem')
  const key = path.join(folder, 'key.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  execFileSync(
    findProgram('openssl'),
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  )
  const recipe = replaceAll(await readFile(RECIPE, 'utf8'), [
    ['server 127.0.0.1:3001', `server 127.0.0.1:${ports[0]}`],
    ['server 127.0.0.1:3002', `server 127.0.0.1:${ports[1]}`],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['/etc/letsencrypt/live/tools.example.org/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/tools.example.org/privkey.pem', key],
  ])
  await writeFile(path.join(folder, 'plaudit.conf'), recipe)
  await writeFile(path.join(folder, 'nginx.conf'), around(folder))
  const nginx = spawn(
    findProgram('nginx'),
    ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  nginx.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => nginx.once('close', () => resolve()))
  const close = async () => {
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let waited = 0; !(await isListening(port)); waited += 50) {
    if (nginx.exitCode !== null || waited > 10_000) {
      await close()
      throw new Error(`nginx did not start:\n${output}`)
    }
    await sleep(50)
  }
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    certificate: await readFile(certificate, 'utf8'),
    output: () => output,
    close,
  }
}

/** Paths nginx would write to, moved into the folder; as root its workers stay root, to have access. */
const around = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include plaudit.conf;
}
`

/** Each of these texts must be present: otherwise the tested configuration would differ from the file. */
function replaceAll(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf does not say "${from.trim()}"`)
    return changed.replaceAll(from, to)
  }, text)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
