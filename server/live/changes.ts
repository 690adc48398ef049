import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { findSubject } from '../../festival/content/catalogue'
import { assignSessionIds } from '../../festival/content/session-ids'
import { formatTime, instantAt, minuteMs } from '../../festival/content/slot'
import { fullName } from '../../festival/content/subject'
import { describeChange, type StateChange, type StateView } from '../../festival/contract/festival'
import { checkEdition } from '../../festival/live/check-edition'
import { emptyState, type State, withState } from '../../festival/live/state'
import {
  findRefusedTexts,
  maxStateBytes,
  type Notice,
  stateSchema,
} from '../../festival/live/state-schema'
import { wholeEdition } from '../../festival/live/whole-edition'
import { mayNamePayee } from '../../festival/text/addresses-in-text'
import { breakLinks } from '../../festival/text/break-links'
import { saveAudit } from '../db/audit'
import { acquireLock } from '../db/engines'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields, tooManyRequests } from '../http/api-error'
import {
  type DeskHandlers,
  type Organiser,
  type Organisers,
  requiresRelease,
} from '../organisers/guard'
import { mailDigest } from '../organisers/organisers'
import type { Clock } from '../system/clock'
import { hashParts } from '../system/secret'
import type { FestivalState } from './current'
import { changePlaces, keepPlaces, readIgnoredEdition } from './last-places'
import {
  applyChanges,
  fillEditionValues,
  isAlreadyInEffect,
  maxListed,
  readChanges,
  readField,
  type Version,
} from './versions'

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  state: FestivalState
  isPage: (address: string) => boolean
}

/** `before` in a change is the value that the organiser saw. */
type FindRequestedChanges = (
  transaction: Transaction<Tables>,
  current: State,
) => readonly StateChange[] | Promise<readonly StateChange[]>

/** A button press, which the device may send several times. */
interface Press {
  organiser: Organiser
  id: string
  content: string
}

const makePress = (organiser: Organiser, id: string, ...content: readonly unknown[]): Press => ({
  organiser,
  id,
  content: hashParts(JSON.stringify(content)),
})

/** More saves would push other organisers' changes out of the history. */
const maxSavesPerHead = 20
const saveWindowMs = 10 * minuteMs

const nameOrganiser = (email: string): string => email.split('@', 1).join()

/** The message reads, for example, "ravi closed it at 2:02 PM." */
const makeStaleError = (requestedChange: StateChange, versions: readonly Version[]): ApiError => {
  const isSameField = ({ event, field }: StateChange) =>
    event === requestedChange.event && field === requestedChange.field
  const save = versions.find(({ changes }) => changes.some(isSameField))
  const change = save?.changes.find(isSameField)
  const cause =
    save && change
      ? `${nameOrganiser(save.organiser)} ${describeChange(change)} at ${formatTime(instantAt(Date.parse(save.at)))}`
      : 'Someone has changed this since'
  return new ApiError('stale', `${cause}. Your change was not saved. Check it and try again.`)
}

/**
 * Drops `notice`, or `subjects` and the event. The form calls `slots` its sessions and has fields
 * for each of them, such as `sessions.1`.
 */
const nameFormField = (path: readonly unknown[]): string => {
  const field = String(path[path[0] === 'notice' ? 1 : 2] ?? '')
  if (field !== 'slots' && field !== 'sessions') {
    return field
  }
  return path[3] === undefined ? 'sessions' : `sessions.${path[3]}`
}

/** @throws ApiError `invalid` */
const requireValidState = (next: State, changed: readonly StateChange[]): State => {
  const parsed = v.safeParse(stateSchema, next, { abortPipeEarly: true })
  if (!parsed.success) {
    throw refuseFields(
      parsed.issues.map((issue) => ({
        path: nameFormField((issue.path ?? []).map(({ key }) => key)),
        message: issue.message,
      })),
    )
  }
  const refused = findRefusedTexts(parsed.output).filter((text) =>
    changed.some(({ event, field }) => event === text.event && field === text.field),
  )
  if (refused.length > 0) {
    throw refuseFields(
      refused.map(({ field, message }) => ({ path: field === 'notice' ? 'text' : field, message })),
    )
  }
  if (Buffer.byteLength(JSON.stringify(parsed.output)) > maxStateBytes) {
    throw refuseFields([
      { path: '', message: 'All changes together can have at most 32 KiB. Shorten some of them.' },
    ])
  }
  const faults = checkEdition(withState(wholeEdition, parsed.output))
  if (faults.length > 0) {
    throw refuseFields(
      faults.map(({ path, words }) => ({
        path: nameFormField(path.split('.')),
        message: `${words}.`,
      })),
    )
  }
  return parsed.output
}

/** Lists the texts that visitors read, except in-charges. */
const listTexts = ({ field, after }: StateChange): string[] => {
  if (field === 'place' || field === 'note') {
    return [after ?? '']
  }
  if (field === 'sessions') {
    return (after ?? []).map(({ label }) => label ?? '')
  }
  return []
}

const alwaysMailed: readonly StateChange['field'][] = ['notice', 'incharges', 'submissionLink']

/** Such changes could redirect payments. Admins named in ORGANISERS are trusted with texts. */
const concernsAdmins = (change: StateChange, organiser: Organiser): boolean => {
  if (alwaysMailed.includes(change.field)) {
    return true
  }
  return requiresRelease(organiser) && listTexts(change).some(mayNamePayee)
}

const fieldNames: Readonly<Record<StateChange['field'], string>> = {
  status: 'status',
  closesAt: 'closing time',
  sessions: 'sessions',
  place: 'place',
  note: 'note',
  incharges: 'in-charges',
  passRequired: 'delegate pass',
  submissionLink: 'submission link',
  places: 'places',
  notice: 'notice',
}

const describeValue = (change: StateChange): string => {
  const { field, after } = change
  if (after === null) {
    return 'removed'
  }
  if (field === 'notice') {
    return after.text
  }
  if (field === 'incharges') {
    return after.join('; ')
  }
  if (field === 'submissionLink') {
    return breakLinks(after)
  }
  return listTexts(change).filter(Boolean).join('; ')
}

const mailChanges = async (
  db: DbOrTransaction,
  { clock, organisers }: Deps,
  {
    version,
    organiser,
    changes,
  }: { version: number; organiser: Organiser; changes: readonly StateChange[] },
): Promise<void> => {
  const time = formatTime(instantAt(clock().getTime()))
  const lines = changes
    .filter((change) => concernsAdmins(change, organiser))
    .map((change) => {
      const subject = change.event === null ? undefined : findSubject(change.event)
      const of = subject ? `${fullName(subject)}, ` : ''
      return `${time}, ${organiser.email}, ${of}${fieldNames[change.field]}: ${describeValue(change)}`
    })
  if (lines.length === 0) {
    return
  }
  const subject = 'Please check these changes to the site'
  const intro =
    'These changes were saved at the desk and are on the site now. If one is wrong, undo it on the Festival page and ask the person who saved it.'
  await mailDigest({ db, clock, organisers }, { subject, intro, lines, once: String(version) })
}

/**
 * The guard has checked that the event is the head's.
 * @throws ApiError `forbidden`
 */
const requireOwnFields = (
  { events }: Organiser,
  requestedChanges: readonly StateChange[],
): void => {
  if (!events) {
    return
  }
  const needsAdmin = ({ field, before, after }: StateChange) =>
    field === 'passRequired' ||
    field === 'submissionLink' ||
    (field === 'status' && [before, after].includes('cancelled'))
  if (requestedChanges.some(needsAdmin)) {
    throw new ApiError(
      'forbidden',
      'Only admins can cancel or reinstate an event, or change its submission link or whether it needs a pass.',
    )
  }
}

/** Keeps the calendar ID of a session even if the desk did not send the ID. */
const keepSessionIds = (current: State, change: StateChange): StateChange => {
  const subject = wholeEdition.subjects.find(({ key }) => key === change.event)
  if (change.field !== 'sessions' || !subject) {
    return change
  }
  const stored = current.subjects[subject.key]?.sessions
  return { ...change, after: assignSessionIds(subject, stored, change.after) }
}

/** @throws ApiError `stale` if a field has changed since the organiser saw it */
const requireSeenValues = (
  current: State,
  changes: readonly StateChange[],
  versions: readonly Version[],
): void => {
  const stale = changes.find(
    (change) => !isDeepStrictEqual(readField(current, change), change.before),
  )
  if (stale) {
    throw makeStaleError(stale, versions)
  }
}

const describeForAudit = ({
  version,
  changes,
  undoneVersion,
}: {
  version: number
  changes: readonly StateChange[]
  undoneVersion: number | undefined
}): Record<string, string | number> => {
  const detail: Record<string, string | number> = {
    version,
    fields: changes.map(({ field }) => field).join(' '),
  }
  const event = changes[0]?.event
  if (event) {
    detail.event = event
  }
  const status = changes.find(({ field }) => field === 'status')?.after
  if (typeof status === 'string') {
    detail.status = status
  }
  const places = changes.find(({ field }) => field === 'places')
  if (places) {
    const { before, after } = fillEditionValues(places)
    detail.places = `${before ?? 'none'} → ${after ?? 'none'}`
  }
  if (undoneVersion !== undefined) {
    detail.undoneVersion = undoneVersion
  }
  return detail
}

const isInEffect = (state: State, change: StateChange): boolean =>
  isDeepStrictEqual(readField(state, change), change.after)

const reverse = <Change extends StateChange>(change: Change): Change => ({
  ...change,
  before: change.after,
  after: change.before,
})

export const stateHandlers = (
  deps: Deps,
): Pick<DeskHandlers, 'readState' | 'saveSubject' | 'saveNotice' | 'undoChange'> => {
  const { db, clock, state, isPage } = deps

  /** @throws ApiError `invalid` */
  const requireValidNotice = ({ until, path }: Notice): void => {
    if (Date.parse(until) <= clock().getTime()) {
      throw refuseFields([{ path: 'until', message: 'Choose a time in the future.' }])
    }
    if (path !== undefined && !isPage(path)) {
      throw refuseFields([
        { path: 'path', message: 'Choose a page of this site, such as /schedule.' },
      ])
    }
  }

  const view = ({ events }: Organiser): StateView => {
    const { live, state: current, versions, keptPlaces } = state.snapshot()
    const mayView = ({ event }: StateChange) =>
      !events || (event !== null && events.includes(event))
    const saves = versions.slice(0, maxListed).flatMap(({ version, at, organiser, ...save }) => {
      const changes = save.changes.filter(mayView)
      const isCurrent = changes.some((change) => isInEffect(current, change))
      const described = changes.map(fillEditionValues)
      return changes.length > 0 ? [{ version, at, organiser, changes: described, isCurrent }] : []
    })
    const failedPages = [...state.failedPages]
    const ignoredPlaces = [...keptPlaces.keys()]
    return { ...live, state: current, saves, failedPages, ignoredPlaces }
  }

  /** @throws ApiError `key-reused` if the id belongs to a different press */
  const wasSaved = async (
    transaction: Transaction<Tables>,
    { id, content, organiser }: Press,
  ): Promise<boolean> => {
    const query = transaction.selectFrom('festival_state').select(['organiser', 'press_content'])
    const row = await query.where('press', '=', id).executeTakeFirst()
    if (row && (row.organiser !== organiser.email || row.press_content !== content)) {
      throw new ApiError(
        'key-reused',
        'This request was already used for another change. Reload the page and save it again.',
      )
    }
    return row !== undefined
  }

  /** @throws ApiError `too-many-requests` if a head has saved too often */
  const limitSaves = async (
    transaction: Transaction<Tables>,
    { email, events }: Organiser,
  ): Promise<void> => {
    if (!events) {
      return
    }
    const now = clock().getTime()
    const recentSaves = transaction
      .selectFrom('festival_state')
      .select('at')
      .where('organiser', '=', email)
      .where('at', '>', new Date(now - saveWindowMs).toISOString())
    const oldestCounted = await recentSaves
      .orderBy('at', 'desc')
      .offset(maxSavesPerHead - 1)
      .limit(1)
      .executeTakeFirst()
    if (!oldestCounted) {
      return
    }
    const seconds = Math.max(
      1,
      Math.ceil((Date.parse(oldestCounted.at) + saveWindowMs - now) / 1_000),
    )
    throw tooManyRequests(
      seconds,
      `You have saved ${maxSavesPerHead} changes within ten minutes, which is the limit for one person. This change was not saved. Try again in ${Math.ceil(seconds / 60)} min, or ask an admin.`,
    )
  }

  const save = async (
    press: Press,
    findChanges: FindRequestedChanges,
    undoneVersion?: number,
  ): Promise<StateView> => {
    const { organiser } = press
    await transact(db, async (transaction) => {
      await acquireLock(transaction, 'festival')
      if (await wasSaved(transaction, press)) {
        return
      }
      await limitSaves(transaction, organiser)
      const { newest, versions } = await state.readVersions(transaction)
      const kept = await readIgnoredEdition(transaction)
      const current = keepPlaces(versions[0]?.state ?? emptyState, kept)
      const requestedChanges = await findChanges(transaction, current)
      const withIds = requestedChanges.map((change) => keepSessionIds(current, change))
      requireOwnFields(organiser, withIds)
      const changes = withIds.filter((change) => !isAlreadyInEffect(current, change))
      requireSeenValues(current, changes, versions)
      if (changes.length === 0) {
        return
      }
      const next = requireValidState(applyChanges(current, changes), changes)
      const at = clock()
      await changePlaces(transaction, { current, next }, changes, at)
      const version = newest + 1
      const row = {
        version,
        json: JSON.stringify(next),
        changes: JSON.stringify(changes),
        organiser: organiser.email,
        at: at.toISOString(),
        press: press.id,
        press_content: press.content,
      }
      await transaction.insertInto('festival_state').values(row).execute()
      const detail = describeForAudit({ version, changes, undoneVersion })
      const line = { at, actor: organiser.email, action: 'festival-changed', detail } as const
      await saveAudit(transaction, line)
      await mailChanges(transaction, deps, { version, organiser, changes })
    })
    await state.load()
    return view(organiser)
  }

  return {
    readState: ({ organiser }) => view(organiser),

    saveSubject: ({ organiser, query: { event }, body: { id, changes } }) =>
      save(makePress(organiser, id, event, changes), () =>
        changes.map((change): StateChange => ({ ...change, event })),
      ),

    saveNotice: ({ organiser, body: { id, seen, value } }) =>
      save(makePress(organiser, id, null, value), () => {
        if (value) {
          requireValidNotice(value)
        }
        return [{ event: null, field: 'notice', before: seen, after: value }]
      }),

    undoChange: ({ organiser, query: { event }, body: { id, version } }) =>
      save(
        makePress(organiser, id, event, version),
        async (transaction, current) => {
          const changes = await readChanges(transaction, version)
          if (!changes) {
            throw new ApiError('not-found', 'There is no such change.')
          }
          if (event !== undefined && changes.some((change) => change.event !== event)) {
            throw new ApiError('forbidden', 'That change belongs to a different event.')
          }
          const currentChanges = changes.filter((change) => isInEffect(current, change))
          if (currentChanges.length === 0) {
            throw new ApiError(
              'illegal',
              'These fields have been changed again since, so there is nothing to undo.',
            )
          }
          return currentChanges.map(reverse)
        },
        version,
      ),
  }
}
