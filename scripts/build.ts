import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compressFolder } from '../build/compress'
import { buildDesk } from '../build/desk'
import {
  type FormDrafts,
  inlineScripts,
  inlineStyles,
  listFormDrafts,
  makeContentSecurityPolicy,
  makeDocument,
  makeNotSentPage,
} from '../build/document'
import { buildDoor } from '../build/door'
import { makeFonts } from '../build/fonts'
import { writeLicences } from '../build/licences'
import { listPages, makeManifest, makeRobots, makeSitemap, nameFile } from '../build/listings'
import { gatherPlates, makePlates } from '../build/plates/make-plates'
import {
  buildClient,
  buildRenderer,
  buildServer,
  buildServiceWorker,
  shellFile,
} from '../build/site'
import { describeScreen } from '../build/structured-data'
import { standInUrl } from '../festival/contract/built-address'
import { builtFestival, wholeEdition } from '../festival/live/whole-edition'
import { lastChangeAt } from '../festival/schedule/sale-ends'
import { formatCount } from '../server/cli/format-units'
import { needsAddress } from '../server/pages/fill-address'
import type { PageTable } from '../server/pages/site'
import type * as Prerenderer from '../site/entry-prerender'
import type { PrerenderedScreen } from '../site/entry-prerender'
import type { Screen } from '../site/navigation/navigation'
import { cacheFolder, root } from './vite.mjs'

/** The build works at any address, because the server writes its own address into the pages. */
export const build = async (outFolder: string): Promise<void> => {
  const siteFolder = join(outFolder, 'site')
  const write = async (file: string, text: string) => {
    const path = join(siteFolder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const moment = lastChangeAt(Date.now(), wholeEdition)
  process.env.NODE_ENV = 'production'
  await makeFonts(join(cacheFolder, 'fonts'))
  const plates = gatherPlates()
  const client = await buildClient(siteFolder, plates)
  const shareImages = await makePlates(siteFolder)
  const rendererFolder = join(outFolder, 'renderer')
  await buildRenderer(rendererFolder, plates)
  const { listScreens, prerenderScreen }: typeof Prerenderer = await import(
    /* @vite-ignore */ pathToFileURL(join(rendererFolder, 'entry-prerender.js')).href
  )
  const screens = listScreens()
  const table: PageTable = {
    standIn: standInUrl,
    ...listPages(screens),
    notFound: '404.html',
    notSent: 'not-sent.html',
    shell: shellFile,
    csp: makeContentSecurityPolicy(inlineScripts, inlineStyles(client.styles)),
  }
  const writeDocument = async (
    prerendered: PrerenderedScreen,
    file: string,
    scripts: readonly string[],
    drafts?: FormDrafts,
  ) => {
    const { screen, canonical } = prerendered
    const shareImage = shareImages[screen.description.plate ?? 'home']
    const context = {
      publicUrl: standInUrl,
      isPublic: true,
      now: moment,
      festival: builtFestival,
    }
    const structuredData = canonical ? describeScreen(screen, context) : []
    const files = { scripts, styles: client.styles, shareImage, structuredData }
    const document = makeDocument(prerendered, drafts ? { ...files, drafts } : files)
    await write(file, document)
  }
  const writeScreen = async (address: string, file: string) => {
    const prerendered = await prerenderScreen(address, moment)
    const page = prerendered.screen.match?.route.page ?? 'not-found'
    await writeDocument(prerendered, file, client.listScripts(`site/routes/${page}.tsx`))
    return prerendered.screen
  }
  const writtenScreens: Screen[] = []
  for (const { address } of screens) {
    writtenScreens.push(await writeScreen(address, nameFile(address)))
  }
  await writeScreen('/an-address-that-no-route-has', table.notFound)
  const home = await prerenderScreen('/', moment)
  const drafts = listFormDrafts(writtenScreens)
  await writeDocument(
    { ...home, html: '', canonical: undefined },
    table.shell,
    client.listScripts(''),
    drafts,
  )
  await write(table.notSent, makeNotSentPage(client.styles))
  await write('site.webmanifest', makeManifest())
  await write('robots.txt', makeRobots(standInUrl))
  await write(
    'sitemap.xml',
    makeSitemap(
      screens.map(({ match }) => match),
      standInUrl,
    ),
  )
  await write('pages.json', JSON.stringify(table))
  await buildServiceWorker(siteFolder)
  await compressFolder(siteFolder, needsAddress)
  await buildDesk(join(outFolder, 'desk'), plates.folder)
  await buildDoor(join(outFolder, 'door'))
  await write('licences.txt', await writeLicences())
  await buildServer(join(outFolder, 'server'))
  const summary = `${formatCount(screens.length, 'page')}, the desk, and the server`
  console.log(`Built ${summary}, in ${relative(root, outFolder)}/`)
}
