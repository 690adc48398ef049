import { readdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { editionFolder } from '../scripts/vite.mjs'

/**
 * The files in which the browser's scripts come, each with what goes into it: folders, files, and what begins so. The first
 * that names a module takes it, and what it imports with it; what none names comes as the bundler decides. One file costs
 * less than many small ones, each with its request, and each page brings only what it shows.
 */
const chunks: Readonly<Record<string, readonly string[]>> = {
  // Changes seldom.
  react: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/'],
  // What nearly every page uses.
  entry: [
    'site/entry-client.tsx',
    'site/app.tsx',
    'site/is-public.ts',
    'site/canonical-path.ts',
    'site/draft-store.ts',
    'site/group-colours.ts',
    'site/has-receipts.ts',
    'site/pass-prices.ts',
    'site/features/receipts/late-receipts.tsx',
    'site/moment.tsx',
    'site/routes.ts',
    'site/save-calendar.ts',
    'site/plate.tsx',
    'site/write-roman.ts',
    'site/navigation/',
    'site/shell/',
    'site/features/sister-event/',
    'ui/button.tsx',
    'ui/cross.tsx',
    'ui/dialog.tsx',
    'ui/icon.tsx',
    'ui/theme-switch.tsx',
    'festival/availability.ts',
    'festival/catalogue.ts',
    'festival/fee.ts',
    'festival/session.ts',
    'festival/slot.ts',
    'festival/subject.ts',
    '#edition/catalogue',
    '#edition/identity.ts',
    '#edition/lunch.ts',
    '#edition/sister-event.ts',
  ],
  // Before the pages that show phones: each would take it along for itself.
  'phone-link': ['ui/phone-link.tsx'],
  // What lists events and workshops.
  cards: [
    'site/features/subject/subject-card.tsx',
    'site/features/subject/status-mark.tsx',
    'site/features/subject/group',
    '#edition/groups.ts',
  ],
  // On the few pages that show the whole of it.
  programme: ['festival/programme', 'festival/timetable.ts', '#edition/programme.ts'],
  // Fetched when the visitor comes near the payment.
  'draw-qr': ['node_modules/lean-qr/', 'ui/draw-qr.ts'],
  'save-code': ['site/forms/payment/save-code.ts'],
  // Fetched when an address has been typed, and when a picture was too large.
  'suggest-address': ['site/forms/email/suggest-address.ts'],
  'shrink-picture': ['site/forms/uploads/shrink-picture.ts'],
  // What nearly every form uses.
  forms: [
    'node_modules/valibot/',
    'node_modules/idb-keyval/',
    'site/forms/',
    'site/api.ts',
    'site/over-notice.tsx',
    'ui/banner.tsx',
    'ui/choice-field.tsx',
    'ui/copy-button.tsx',
    'ui/error-summary.tsx',
    'ui/field',
    'ui/file-field.tsx',
    'ui/format-bytes.ts',
    'ui/make-key.ts',
    'ui/progress.tsx',
    'ui/text-field.tsx',
    'ui/use-is-alive.ts',
    'ui/use-is-near.ts',
    'festival/api.ts',
    'festival/fields.ts',
    'festival/messages.ts',
    'festival/parse-body.ts',
    'festival/problem.ts',
    'festival/tidy-phone.ts',
    'festival/reference.ts',
    'festival/registrant.ts',
    'festival/upi.ts',
    'festival/upload.ts',
    'festival/utr.ts',
  ],
  // What the pages of events and workshops share.
  subject: [
    'site/subject-actions.tsx',
    'site/legend.ts',
    'site/features/share/share-button.tsx',
    'site/features/subject/',
    'site/features/timetable/star',
  ],
  register: [
    'site/routes/register.tsx',
    'site/features/registration/registration-',
    'festival/delegate-pass-id.ts',
    'festival/registration.ts',
  ],
  // The form of a registration for practice, and what only that needs, on the parts of the real one.
  practice: ['site/routes/rehearsal.tsx', 'site/features/registration/practice'],
  // Pages with their content, which the chatbot reads too.
  event: ['site/routes/event.tsx', '#edition/events.ts'],
  workshop: ['site/routes/workshop.tsx', 'site/features/coming-soon/', '#edition/workshops.ts'],
  about: ['site/routes/about.tsx', '#edition/about.ts'],
  contact: ['site/routes/contact.tsx', '#edition/people.ts'],
  accommodation: ['site/routes/accommodation.tsx', 'site/features/accommodation/', '#edition/accommodation.ts'],
  'my-submission': ['site/features/my-submission/'],
  'delegate-pass': ['site/routes/delegate-pass.tsx', 'site/features/delegate-pass/', '#edition/delegate-pass.ts'],
  // Only where the device keeps any; last, for all that it is made of serves others too.
  receipts: ['site/features/receipts/'],
}

const root = resolve(import.meta.dirname, '..')

/** @throws Error where nothing has this name: a file that was renamed would silently come in another chunk. */
const locate = (name: string): string => {
  const path = name.startsWith('#edition/')
    ? resolve(editionFolder, name.slice('#edition/'.length))
    : resolve(root, name)
  if (!readdirSync(dirname(path)).some((entry) => entry.startsWith(basename(path))))
    throw new Error(`build/chunks.ts puts ${name} into a chunk, and there is no such file`)
  return name.endsWith('/') ? `${path}/` : path
}

/** The groups of the bundler's `codeSplitting`. */
export const listChunkGroups = (): { name: string; test: (id: string) => boolean }[] =>
  Object.entries(chunks).map(([name, names]) => {
    const paths = names.map(locate)
    return { name, test: (id) => paths.some((path) => id.startsWith(path)) }
  })
