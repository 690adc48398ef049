import { readdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { editionFolder, root } from '../scripts/vite.mjs'

/**
 * The chunks of the browser's scripts, each with the folders, files and prefixes that belong to it.
 * The first match takes a module together with its imports, and the bundler places the rest. Few
 * chunks mean few requests, but each page should load only what it shows.
 */
const chunks: Readonly<Record<string, readonly string[]>> = {
  react: ['node_modules/react/', 'node_modules/react-dom/'],
  entry: [
    'site/entry-client.tsx',
    'site/built.ts',
    'site/part.tsx',
    'site/features/my-festival/lazy-receipts.tsx',
    'site/device/save-calendar.ts',
    'site/plate.tsx',
    'site/navigation/',
    'festival/payment/fee.ts',
    '#edition/identity.ts',
  ],
  // Listed before the pages that show phone numbers, because otherwise each page would include it.
  'phone-link': ['ui/phone-link.tsx'],
  card: ['site/features/subject/subject-card.tsx', 'festival/content/sessions.ts'],
  cards: ['site/features/subject/group', '#edition/groups.ts'],
  programme: [
    'festival/content/programme',
    'site/programme.ts',
    'festival/schedule/opened.ts',
    // Pages with a dialog load the programme anyway.
    'ui/dialog.tsx',
  ],
  // Loaded when the visitor reaches the payment.
  'draw-qr': ['ui/draw-qr.ts'],
  'save-qr': ['site/forms/save-qr.ts'],
  // Loaded when the visitor saves the confirmation.
  'save-ticket': ['site/save-ticket.ts'],
  // Loaded after the visitor has typed an address.
  'suggest-address': ['site/forms/suggest-address.ts'],
  forms: [
    'site/forms/',
    'site/form-notices.tsx',
    'site/submission-link.tsx',
    'ui/file-field.tsx',
    'ui/progress.tsx',
    'festival/forms/details.ts',
    'festival/contract/problem.ts',
    'festival/forms/utr.ts',
  ],
  stars: ['site/features/my-festival/stars.tsx'],
  'soon-dialog': ['site/features/subject/soon-dialog.tsx'],
  subject: ['site/subject-actions.tsx', 'site/features/subject/'],
  schedule: ['site/routes/schedule.tsx', 'site/features/my-festival/schedule-rows.tsx'],
  register: ['site/routes/register.tsx'],
  practice: ['site/routes/rehearsal.tsx'],
  // Event pages and their content, which the chatbot also uses.
  event: ['site/routes/event.tsx'],
  workshop: ['site/routes/workshop.tsx'],
  about: ['site/routes/about.tsx'],
  contact: ['site/routes/contact.tsx'],
  privacy: ['site/routes/privacy.tsx'],
  accommodation: ['site/routes/accommodation.tsx'],
  'my-entry': ['site/features/my-entry/'],
  ticket: ['site/routes/ticket.tsx', 'site/features/ticket/', 'ui/ticket-qr.tsx'],
  'delegate-pass': ['site/routes/delegate-pass.tsx'],
  // Loaded when a form is used.
  confirmation: ['site/confirmation.tsx', 'festival/content/place.ts'],
  // One for each form, because each shares modules with its form.
  registered: ['site/features/registration/registered.tsx'],
  'pass-confirmation': ['site/features/delegate-pass/delegate-pass-confirmation.tsx'],
  'room-confirmation': ['site/features/accommodation/accommodation-confirmation.tsx'],
  // Listed last, because other chunks use some of its modules too.
  receipts: ['site/features/my-festival/receipt'],
}

/**
 * @throws Error when no file matches, because a renamed file would silently move to a different
 * chunk
 */
const resolveSource = (name: string): string => {
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
    const paths = names.map(resolveSource)
    return { name, test: (id) => paths.some((path) => id.startsWith(path)) }
  })
