import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { findSubject } from '../../festival/catalogue'
import { checkEdition } from '../../festival/check-edition'
import { type StateChange, type StateView, tellChange } from '../../festival/desk/festival'
import { assignSessionIds } from '../../festival/session-ids'
import { formatTime, instantAt } from '../../festival/slot'
import { emptyState, type State, withState } from '../../festival/state'
import { largestState, sessionsSchema, stateSchema } from '../../festival/state-schema'
import { fullName } from '../../festival/subject'
import { wholeEdition } from '../../festival/whole-edition'
import { saveAudit } from '../db/audit'
import { oneAtATime } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers, Organiser, Organisers } from '../organisers/guard'
import { mailAdmins } from '../organisers/organisers'
import type { Clock } from '../system/clock'
import type { FestivalState } from './current'
import { readField, type Version, writeFields } from './versions'

interface Deps {
  db: Db
  clock: Clock
  organisers: Organisers
  state: FestivalState
}

/** A field as it is to be, and as it was when that was decided. */
interface Wish extends Omit<StateChange, 'before'> {
  seen: unknown
}

const nameOrganiser = (email: string): string => email.split('@', 1).join()

/** @throws ApiError `stale`: "ravi closed it at 2:02 PM." */
const refuseStale = (wish: Wish, versions: readonly Version[]): ApiError => {
  const isSameField = ({ event, field }: StateChange) => event === wish.event && field === wish.field
  const save = versions.find(({ changes }) => changes.some(isSameField))
  const change = save?.changes.find(isSameField)
  const who =
    save &&
    change &&
    `${nameOrganiser(save.organiser)} ${tellChange(change)} at ${formatTime(instantAt(Date.parse(save.at)))}`
  return new ApiError('stale', `${who ?? 'Somebody changed this meanwhile'}. Nothing was changed. Look at it again.`)
}

/**
 * Checks what would be the state: its shape, its size, and the whole festival with it (behaviours 16.3, 16.12).
 * @throws ApiError `invalid`
 */
const requireGoodState = (next: unknown): State => {
  const parsed = v.safeParse(stateSchema, next, { abortPipeEarly: true })
  if (!parsed.success)
    throw refuseFields(
      parsed.issues.map((issue) => ({
        path: issue.path?.at(issue.path[0]?.key === 'notice' ? 1 : 2)?.key?.toString() ?? '',
        message: issue.message,
      })),
    )
  if (Buffer.byteLength(JSON.stringify(parsed.output)) > largestState)
    throw refuseFields([{ path: '', message: 'All changes together may have at most 32 KiB. Make some shorter.' }])
  const faults = checkEdition(withState(wholeEdition, parsed.output))
  if (faults.length > 0)
    throw refuseFields(
      faults.map(({ path, words }) => {
        const field = path.split('.').at(2) ?? ''
        return { path: field === 'slots' ? 'sessions' : field, message: `${words}.` }
      }),
    )
  return parsed.output
}

/** A notice and whom to call could lead a payment elsewhere, so every admin hears of a change (behaviour 16.15). */
const warnAdmins = async (
  db: DbOrTransaction,
  { clock, organisers }: Deps,
  { version, email, changes }: { version: number; email: string; changes: readonly StateChange[] },
): Promise<void> => {
  const changesToTell = changes.filter(({ field }) => field === 'notice' || field === 'incharges')
  if (changesToTell.length === 0) return
  const lines = changesToTell.map(({ event, field, after }) => {
    const words =
      after === null
        ? 'taken away'
        : field === 'notice'
          ? String(Reflect.get(Object(after), 'text'))
          : [after].flat().join('; ')
    const subject = event === null ? undefined : findSubject(event)
    return `${subject ? `Who answers for ${fullName(subject)}` : 'The notice'}: ${words}`
  })
  const text = `${email} changed what the site says.\n\n${lines.join('\n')}\n\nIf this is wrong, undo it at the desk and ask them.`
  await mailAdmins({ db, clock, organisers }, { subject: 'The site says something new', text, once: String(version) })
}

/** Keeps a head to what heads may change; their events the guard has looked at. @throws ApiError `forbidden` */
const requireOwnFields = ({ events }: Organiser, wishes: readonly Wish[]): void => {
  if (!events) return
  const isOfAdmins = ({ field, seen, after }: Wish) =>
    field === 'passRequired' || (field === 'status' && [seen, after].includes('cancelled'))
  if (wishes.some(isOfAdmins))
    throw new ApiError('forbidden', 'An admin can do this. Ask one to cancel or to change who needs a pass.')
}

/** A session keeps the ID by which calendars know it, also where the desk did not send it. */
const keepSessionIds = (now: State, wish: Wish): Wish => {
  const { event, field, after } = wish
  const subject = wholeEdition.subjects.find(({ key }) => key === event)
  if (field !== 'sessions' || !subject) return wish
  const wanted = v.safeParse(v.nullable(sessionsSchema), after)
  // What is no list of sessions is refused in words with the rest of the state.
  if (!wanted.success) return wish
  return { ...wish, after: assignSessionIds(subject, now.subjects[subject.key]?.sessions, wanted.output) }
}

/** Reads and changes the festival while it runs (behaviours 16.11 to 16.16). */
export const stateHandlers = (
  deps: Deps,
): Pick<DeskHandlers, 'readState' | 'saveSubject' | 'saveNotice' | 'takeBackChange'> => {
  const { db, clock, state } = deps

  const view = ({ events }: Organiser): StateView => {
    const { live, versions } = state.now()
    const isShown = ({ event }: StateChange) => !events || (event !== null && events.includes(event))
    const saves = versions.flatMap(({ version, at, organiser, changes }) => {
      const shown = changes.filter(isShown)
      const stands = shown.some((change) => isDeepStrictEqual(readField(live.state, change), change.after))
      return shown.length > 0 ? [{ version, at, organiser, changes: shown, stands }] : []
    })
    return { ...live, saves, failedPages: [...state.failedPages] }
  }

  const save = async (
    organiser: Organiser,
    find: (now: State, versions: readonly Version[]) => readonly Wish[],
    takenBack?: number,
  ): Promise<StateView> => {
    await transact(db, async (transaction) => {
      await oneAtATime(transaction, 'festival')
      const { newest, versions } = await state.readVersions(transaction)
      const now = versions[0]?.state ?? emptyState
      const wishes = find(now, versions).map((wish) => keepSessionIds(now, wish))
      requireOwnFields(organiser, wishes)
      // The same command once more, whose answer was lost, finds its own value there.
      const open = wishes.filter((wish) => !isDeepStrictEqual(readField(now, wish), wish.after))
      for (const wish of open)
        if (!isDeepStrictEqual(readField(now, wish), wish.seen)) throw refuseStale(wish, versions)
      if (open.length === 0) return
      const next = requireGoodState(writeFields(now, open))
      const changes = open.map(
        (wish): StateChange => ({
          event: wish.event,
          field: wish.field,
          before: readField(now, wish),
          after: readField(next, wish),
        }),
      )
      const at = clock()
      const { email } = organiser
      const version = newest + 1
      const row = {
        version,
        json: JSON.stringify(next),
        changes: JSON.stringify(changes),
        organiser: email,
        at: at.toISOString(),
      }
      await transaction.insertInto('festival_state').values(row).execute()
      const status = changes.find(({ field }) => field === 'status')?.after
      const detail = {
        ...{ version, fields: changes.map(({ field }) => field).join(' ') },
        ...(changes[0]?.event ? { event: changes[0].event } : {}),
        ...(typeof status === 'string' ? { status } : {}),
        ...(takenBack === undefined ? {} : { takenBack }),
      }
      await saveAudit(transaction, { at, actor: email, action: 'festival-changed', detail })
      await warnAdmins(transaction, deps, { version, email, changes })
    })
    await state.load()
    return view(organiser)
  }

  return {
    readState: ({ organiser }) => view(organiser),

    saveSubject: ({ organiser, query: { event }, body: { changes } }) =>
      save(organiser, () => changes.map(({ field, seen, value }) => ({ event, field, seen, after: value }))),

    saveNotice: ({ organiser, body: { seen, value } }) =>
      save(organiser, () => {
        if (Date.parse(String(Reflect.get(Object(value), 'until'))) <= clock().getTime())
          throw refuseFields([{ path: 'until', message: 'Choose a time to come.' }])
        return [{ event: null, field: 'notice', seen, after: value }]
      }),

    takeBackChange: ({ organiser, query: { event }, body: { version } }) =>
      save(
        organiser,
        (now, versions) => {
          const changes = versions.find((one) => one.version === version)?.changes ?? []
          if (event !== undefined && changes.some((change) => change.event !== event))
            throw new ApiError('forbidden', 'This was changed of another event.')
          const standing = changes.filter((change) => isDeepStrictEqual(readField(now, change), change.after))
          if (standing.length === 0)
            throw new ApiError('illegal', 'All of it was changed again since. Nothing was changed.')
          return standing.map(({ event, field, before, after }) => ({ event, field, seen: after, after: before }))
        },
        version,
      ),
  }
}
