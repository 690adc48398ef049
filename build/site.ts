import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite'
import { subjects } from '#edition/catalogue'
import type { Subject } from '../festival/subject'
import { viteConfig } from '../scripts/vite.mjs'
import type { Legends } from '../site/legend'

/** What Vite's build of the browser's part gave. */
export interface ClientBuild {
  /** The entry's scripts, then the scripts of a page's module, every one that its first paint needs. */
  scriptsOf: (pageFile: string) => string[]
  /** The style sheet's text. */
  styles: string
}

/** React, which changes seldom, in a file of its own. */
const reactModules = /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/

/** What nearly every page uses: one file of it costs less than many small ones, each with its request. */
const everyPagesModules =
  /\/ui\/button|\/site\/(?:entry-client|app|is-public|moment|routes\.ts|navigation|shell|plate(?:-address)?\.|write-roman|features\/subject\/(?:subject-card|status))|\/festival\/(?:availability|catalogue|fee|slot|subject|programme-days)\.ts|\/edition\/(?:identity|groups|catalogue|programme|lunch)[\w-]*\.ts/

/** The registration's page, with its schema, from which the practice form has its choices. */
const registerModules = /\/site\/(?:routes\/register\.|features\/registration\/)|\/festival\/registration\.ts/

/** What the pages of events and workshops share. */
const subjectPagesModules =
  /\/site\/(?:subject-actions|legend\.|features\/(?:share|subject\/(?:facts|registration-box|subject-page)|timetable\/(?:star|save-calendar)))/

/** The dialog, with the announcement that shows in one on each load. */
const dialogModules = /\/ui\/(?:cross|dialog|phone-link)|\/site\/features\/sister-event/

/** Pages that come in one file with their content, which the chatbot reads too. */
const pagesWithContent = ['event', 'workshop', 'about', 'contact', 'accommodation', 'delegate-pass']
const pageModules = (name: string) =>
  new RegExp(`/site/(?:routes|features)/${name}(?:\\.|/(?!.*receipt))|/edition/${contentOf[name] ?? name}\\.ts`)
const contentOf: Readonly<Record<string, string>> = { event: 'events', workshop: 'workshops', contact: 'people' }

/** What nearly every form uses, for the same reason. */
const everyFormsModules =
  /node_modules\/(?:valibot|idb-keyval|lean-qr)\/|\/site\/(?:forms\/|api\.|over-notice|save-file)|\/ui\/(?:banner|choice-field|copy-button|error-summary|field|file-field|format-bytes|progress|text-field|use-is-alive)|\/festival\/(?:fields|messages|parse-body|problem|upi|upload)\.ts/

/**
 * Vite wraps each late import so that style sheets and preloads come with it. Here is one style sheet, in the page, so
 * the wrapper does nothing but weigh.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined),
}

/** What the site must know of the drawn plates. */
export interface Plates {
  /** The address of the folder in which they lie. */
  folder: string
  legends: Legends
}

/** The legends of events and of workshops apart: a page brings those of its own kind. */
const defineLegends = (legends: Legends) => {
  const pick = (kind: Subject['kind']) =>
    JSON.stringify(
      Object.fromEntries(subjects.filter((subject) => subject.kind === kind).map(({ key }) => [key, legends[key]])),
    )
  return { __EVENT_LEGENDS__: pick('event'), __WORKSHOP_LEGENDS__: pick('workshop') }
}

/** The configuration that both of the site's builds share. `isPublic`: what has ended closes (behaviour 2.8). */
export const siteConfig = ({ folder, legends }: Plates, isPublic: boolean): InlineConfig => ({
  ...viteConfig(),
  plugins: [plainImports, react(), tailwind()],
  define: { __PLATES__: JSON.stringify(folder), __IS_PUBLIC__: String(isPublic), ...defineLegends(legends) },
})

/** A page that shares its file with its content stands in the manifest by the name of that group alone. */
const findChunk = (manifest: Manifest, name: string) =>
  manifest[name] ?? Object.values(manifest).find((chunk) => chunk.name === basename(name, '.tsx') && !chunk.src)

const collectScripts = (manifest: Manifest, name: string, found = new Set<string>()): Set<string> => {
  const chunk = findChunk(manifest, name)
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) collectScripts(manifest, imported, found)
  return found
}

/** Builds what the browser loads into a folder. */
export const buildClient = async (folder: string, plates: Plates, isPublic: boolean): Promise<ClientBuild> => {
  await build({
    ...siteConfig(plates, isPublic),
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: 'site/entry-client.tsx',
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: reactModules },
              { name: 'entry', test: everyPagesModules },
              // Before the forms: a group takes along what its modules import, and other pages show phones, too.
              { name: 'dialog', test: dialogModules },
              { name: 'forms', test: everyFormsModules },
              { name: 'subject', test: subjectPagesModules },
              { name: 'register', test: registerModules },
              ...pagesWithContent.map((name) => ({ name, test: pageModules(name) })),
            ],
          },
        },
      },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  await rm(join(folder, '.vite'), { recursive: true })
  const files = Object.values(manifest).map((chunk) => chunk.file)
  const stylesFile = files.find((file) => file.endsWith('.css'))
  if (!stylesFile) throw new Error('The build gave no style sheet')
  return {
    scriptsOf: (pageFile) => [
      ...new Set([
        ...[...collectScripts(manifest, 'site/entry-client.tsx')].map((file) => `/${file}`),
        ...[...collectScripts(manifest, pageFile)].map((file) => `/${file}`),
      ]),
    ],
    styles: await readFile(join(folder, stylesFile), 'utf8'),
  }
}

/** Builds the module that renders pages to HTML, for Node, into a folder. */
export const buildPrerenderer = (folder: string, plates: Plates, isPublic: boolean) =>
  build({
    ...siteConfig(plates, isPublic),
    build: { outDir: folder, emptyOutDir: true, ssr: 'site/entry-prerender.tsx' },
    ssr: { noExternal: ['wouter'] },
  })

/** Bundles the server as `main.js` and the operator's commands as `cli.js`; their libraries stay in node_modules. */
export const buildServer = (folder: string) =>
  build({
    ...viteConfig(),
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      rolldownOptions: { input: { main: 'server/main.ts', cli: 'server/cli/main.ts' } },
    },
  })
