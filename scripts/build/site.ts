import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Manifest } from 'vite'
import { subjects } from '#edition/catalogue'
import type { Subject } from '../../festival/subject'
import type { Legends } from '../../site/legend'
import { viteConfig } from '../vite.mjs'

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
  /\/site\/(?:entry-client|app|routes\.ts|navigation|shell|components\/button|plate(?:-address)?\.|plates\/write-roman|features\/subject\/(?:subject-card|group|status))|\/festival\/(?:catalogue|fee|slot|subject|programme-days)\.ts|\/edition\/(?:identity|groups|catalogue|programme|lunch)[\w-]*\.ts/

/** What the pages of events and workshops share. */
const subjectPagesModules =
  /\/site\/(?:subject-actions|legend\.|features\/(?:share|subject\/(?:facts|registration-box|subject-page)|timetable\/(?:star|save-calendar)))/

/** The dialog, with the announcement that shows in one on each load. */
const dialogModules = /\/site\/(?:components\/(?:dialog|phone-link)|features\/sister-event)/

/** Pages that come in one file with their content, which the chatbot reads too. */
const pagesWithContent = ['event', 'workshop', 'about', 'contact', 'accommodation', 'delegate-pass']
const pageModules = (name: string) =>
  new RegExp(`/site/(?:routes|features)/${name}(?:\\.|/(?!.*receipt))|/edition/${contentOf[name] ?? name}\\.ts`)
const contentOf: Readonly<Record<string, string>> = { event: 'events', workshop: 'workshops', contact: 'people' }

/** What nearly every form uses, for the same reason. */
const everyFormsModules =
  /node_modules\/(?:valibot|idb-keyval|lean-qr)\/|\/site\/(?:forms\/|api\.|save-file|components\/(?:banner|choice-field|copy-button|error-summary|field|file-field|format-bytes|progress|text-field))|\/festival\/(?:calendar|fields|messages|parse-body|problem|registration|upi|upload)\.ts/

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

/** The configuration that both of the site's builds share. */
export const siteConfig = ({ folder, legends }: Plates): InlineConfig => ({
  ...viteConfig(),
  plugins: [react(), tailwind()],
  define: { __PLATES__: JSON.stringify(folder), ...defineLegends(legends) },
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
export const buildClient = async (folder: string, plates: Plates): Promise<ClientBuild> => {
  await build({
    ...siteConfig(plates),
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
              { name: 'forms', test: everyFormsModules },
              { name: 'subject', test: subjectPagesModules },
              { name: 'dialog', test: dialogModules },
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
export const buildPrerenderer = (folder: string, plates: Plates) =>
  build({
    ...siteConfig(plates),
    build: { outDir: folder, emptyOutDir: true, ssr: 'site/entry-prerender.tsx' },
    ssr: { noExternal: ['wouter'] },
  })

/** Bundles the server into a folder as `main.js`; its libraries stay in node_modules. */
export const buildServer = (folder: string) =>
  build({ ...viteConfig(), build: { outDir: folder, emptyOutDir: true, ssr: 'server/main.ts', target: 'node20' } })
