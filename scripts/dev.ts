import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { deskEntry } from '../build/desk'
import { markSymbol } from '../build/document'
import { doorEntry } from '../build/door'
import { makeFonts } from '../build/fonts'
import { gatherPlates, makePlates } from '../build/plates/make-plates'
import { siteConfig } from '../build/site'
import { isDeskPage, isDoorPage } from '../festival/contract/pages'
import { callFolders, healthPath, readyPath } from '../festival/forms/api'
import { cacheFolder, root } from './vite.mjs'

const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1
const address = `http://127.0.0.1:${port}`

const makeShell = (rootId: string, entry: string) =>
  `<!doctype html><html lang="en-IN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"></head>
<body><div id="${rootId}"></div><script type="module" src="/${entry}"></script></body></html>`

const shell = `<!doctype html><html lang="en-IN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"></head>
<body>${markSymbol}<div id="app"></div><script type="module" src="/site/entry-client.tsx"></script></body></html>`

const chooseShell = (path: string): string => {
  if (isDoorPage(path)) {
    return makeShell('door', doorEntry)
  }
  return isDeskPage(path) ? makeShell('desk', deskEntry) : shell
}

/** Serves shells, because development prerenders no page. */
const servePages = (): Plugin => ({
  name: 'serve-pages',
  configureServer: (server) => () => {
    server.middlewares.use(async (request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      const address = request.url ?? '/'
      const { pathname } = new URL(address, 'http://desk.invalid')
      response.end(await server.transformIndexHtml(address, chooseShell(pathname)))
    })
  },
})

const startApi = (): ChildProcess =>
  spawn(process.execPath, ['scripts/run.mjs', 'server/app/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { PUBLIC_URL: address, ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
  })

/** `npm run dev` */
export const main = async (): Promise<void> => {
  const devFolder = join(cacheFolder, 'dev')
  await makeFonts(join(cacheFolder, 'fonts'))
  await makePlates(devFolder)
  const base = siteConfig(gatherPlates())
  const api = { target: `http://127.0.0.1:${apiPort}` }
  const server = await createServer({
    ...base,
    appType: 'custom',
    publicDir: devFolder,
    plugins: [base.plugins, servePages()],
    server: {
      port,
      strictPort: true,
      host: '127.0.0.1',
      proxy: Object.fromEntries([...callFolders, healthPath, readyPath].map((path) => [path, api])),
    },
  })
  await server.listen()
  let apiProcess = startApi()
  server.watcher.on('change', (file) => {
    if (!/\/(?:server|festival)\//.test(file)) {
      return
    }
    apiProcess.once('exit', () => {
      apiProcess = startApi()
    })
    apiProcess.kill('SIGTERM')
  })
  console.log(`Work on the site at ${address}`)
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => stop())
    }
  })
  apiProcess.kill('SIGTERM')
  await server.close()
}
