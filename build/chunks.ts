import { readdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { editionFolder, root } from '../scripts/vite.mjs'

/**
 * The files in which the browser's scripts come, each with what goes into it: folders, files, and what begins so. The first
 * that names a module takes it, and with it all that it imports; what none names comes as the bundler decides. One file costs
 * less than many small ones, each with its request, and each page brings only what it shows.
 */
const chunks: Readonly<Record<string, readonly string[]>> = {
  // Changes seldom.
  react: ['node_modules/react/', 'node_modules/react-dom/'],
  // What nearly every page uses.
  entry: [
    'site/entry-client.tsx',
    'site/built.ts',
    'site/features/my-festival/lazy-receipts.tsx',
    'site/device/save-calendar.ts',
    'site/plate.tsx',
    'site/navigation/',
    'festival/payment/fee.ts',
    '#edition/identity.ts',
  ],
  // Before the pages that show phones: each would take it along for itself.
  'phone-link': ['ui/phone-link.tsx'],
  // What lists events and workshops.
  cards: ['site/features/subject/group', '#edition/groups.ts', 'festival/content/sessions.ts'],
  // On the few pages that show the whole of it, or what a pass opens of it.
  programme: ['festival/content/programme', 'site/programme.ts', 'festival/schedule/opened.ts'],
  // Fetched when the visitor comes near the payment.
  'draw-qr': ['ui/draw-qr.ts'],
  'save-qr': ['site/forms/save-qr.ts'],
  // Fetched when an address has been typed.
  'suggest-address': ['site/forms/suggest-address.ts'],
  // What nearly every form uses.
  forms: [
    'site/forms/',
    'site/form-notices.tsx',
    'ui/file-field.tsx',
    'ui/progress.tsx',
    'festival/forms/details.ts',
    'festival/contract/problem.ts',
    'festival/forms/utr.ts',
  ],
  // What the pages of events and workshops share.
  subject: [
    'site/subject-actions.tsx',
    'site/features/subject/',
    'site/features/my-festival/stars.tsx',
  ],
  // The visitor's own days look as the schedule does.
  schedule: ['site/routes/schedule.tsx', 'site/features/my-festival/schedule-rows.tsx'],
  register: ['site/routes/register.tsx'],
  // The form of a registration for practice, and what only that needs, on the parts of the real one.
  practice: ['site/routes/rehearsal.tsx'],
  // Pages with their content, which the chatbot reads too.
  event: ['site/routes/event.tsx'],
  workshop: ['site/routes/workshop.tsx'],
  about: ['site/routes/about.tsx'],
  contact: ['site/routes/contact.tsx'],
  privacy: ['site/routes/privacy.tsx'],
  accommodation: ['site/routes/accommodation.tsx'],
  'my-entry': ['site/features/my-entry/'],
  'delegate-pass': ['site/routes/delegate-pass.tsx'],
  // Only where the device keeps any; last, for all that it is made of serves others too.
  receipts: ['site/features/my-festival/receipt'],
}

/** @throws Error where nothing has this name: a file that was renamed would silently come in another chunk. */
const locate = (name: string): string => {
  const path = name.startsWith('#edition/')
    ? resolve(editionFolder, name.slice('#edition/'.length))
    : resolve(root, name)
  if (!readdirSync(dirname(path)).some((entry) => entry.startsWith(basename(path)))) {
    throw new Error(`build/chunks.ts puts ${name} into a chunk, and there is no such file`)
  }
  return name.endsWith('/') ? `${path}/` : path
}

export const listChunkGroups = (): { name: string; test: (id: string) => boolean }[] =>
  Object.entries(chunks).map(([name, names]) => {
    const paths = names.map(locate)
    return { name, test: (id) => paths.some((path) => id.startsWith(path)) }
  })
