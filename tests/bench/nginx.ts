import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../support/free-port'
import { cores, onCore } from './cores'

/** nginx with one worker over a folder of files. */
export interface Nginx {
  port: number
  /** The address of each file, in the order in which they were given. */
  paths: string[]
  /** The worker, which does the work. */
  pid: () => number
  stop: () => Promise<void>
}

const findCommand = (): string | undefined =>
  ['nginx', '/usr/sbin/nginx'].find((command) => spawnSync(command, ['-v']).status === 0)

/** As Debian sets it up, with one worker and, as the measured server, without a log of requests. */
const configOf = (folder: string, port: number) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  # Else it closes each connection after a thousand answers.
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/site;
    default_type "text/html; charset=utf-8";
    add_header Content-Encoding br;
  }
}`

/**
 * Serves these files, which are compressed already: the very bytes that the server answers with. Undefined where nginx
 * is not installed.
 */
export const startNginx = async (files: readonly string[]): Promise<Nginx | undefined> => {
  const command = findCommand()
  if (!command) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-nginx-'))
  mkdirSync(join(folder, 'site'))
  for (const [index, file] of files.entries()) copyFileSync(file, join(folder, 'site', `page-${index}`))
  const port = await findFreePort()
  writeFileSync(join(folder, 'config'), configOf(folder, port))
  const [pinned = command, ...args] = [...onCore(cores.measured), command, '-c', join(folder, 'config'), '-e', 'stderr']
  const child = spawn(pinned, args, { stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const paths = files.map((_, index) => `/page-${index}`)
  for (let wait = 0; wait < 100; wait += 1) {
    if (await fetch(`http://127.0.0.1:${port}${paths[0]}`, { method: 'HEAD' }).catch(() => undefined)) break
    await pause(50)
  }
  const readWorker = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return {
    port,
    paths,
    pid: () => Number(readWorker().trim().split(' ')[0]),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
