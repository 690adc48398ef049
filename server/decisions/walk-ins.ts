import { sql, type Transaction } from 'kysely'
import type { Decided } from '../../festival/contract/decision'
import { stateWords } from '../../festival/contract/states'
import { checkWalkIn, type WalkIn } from '../../festival/contract/walk-in'
import type { FormKind, Forms } from '../../festival/forms/api'
import { formatAmountDue, formatRupees } from '../../festival/payment/fee'
import { type Rupees, toPaise } from '../../festival/payment/money'
import { recordCashTaken } from '../bank/cash-book'
import { saveAudit } from '../db/audit'
import { type Db, entryTables, type Tables } from '../db/schema'
import { transact } from '../db/transact'
import { type EntryWithReview, findEntryWithReview } from '../entries/entry'
import { findStanding } from '../entries/places'
import { accommodationForm } from '../forms/accommodation'
import type { Availability } from '../forms/availability'
import { delegatePassForm } from '../forms/delegate-pass'
import type { CheckedForm } from '../forms/form'
import { registrationForm } from '../forms/registration'
import { findKey, readKey } from '../forms/submit'
import { ApiError, refuseFields } from '../http/api-error'
import { toDecided } from './apply-decision'
import { decide } from './decide'
import type { ReviewHandlers } from './deps'
import { readEntryTicket } from './tickets'

const alwaysOpen: Availability = {
  refuseSubject: () => undefined,
  lateness: () => undefined,
  refusePass: () => undefined,
  passLateness: () => undefined,
  refuseRoom: () => undefined,
}
const passForm = delegatePassForm(alwaysOpen)

/** Texts for required fields of the e-mail that a walk-in leaves empty. */
const listPlaceholders = (payload: object, amount: Rupees | null, paid: WalkIn['paid']) => {
  const fee = amount ? formatRupees(amount) : 'nothing'
  const noPicture = `none, ${fee} paid ${paid === 'cash' ? 'in cash' : 'by UPI'} at the help desk`
  const shownLater = 'to be shown at the help desk'
  const placeholders = {
    payment_screenshot_url: noPicture,
    paymentScreenshotUrl: noPicture,
    payment_proof_url: noPicture,
    id_proof_url: shownLater,
    participation_proof_url: shownLater,
    transaction_id: 'none',
  }
  return Object.fromEntries(
    Object.entries(placeholders).filter(([name]) => Reflect.get(payload, name) === ''),
  )
}

const recordWalkIn = async (
  transaction: Transaction<Tables>,
  { id, amount }: { id: string; amount: Rupees | null },
  { kind, paid, actor, now }: Pick<WalkIn, 'kind' | 'paid'> & { actor: string; now: Date },
) => {
  const cash = paid === 'cash' && amount ? toPaise(amount) : null
  await transaction
    .updateTable('review')
    .set({ entered_by: actor })
    .$if(cash !== null, (query) => query.set({ cash_amount: cash, cash_by: actor }))
    .where('entry_id', '=', id)
    .execute()
  if (cash) {
    await recordCashTaken(transaction, {
      id,
      at: now.toISOString(),
      actor,
      amount: cash,
      entry_id: id,
    })
  }
  await saveAudit(transaction, {
    at: now,
    actor,
    action: 'walk-in-entered',
    entryId: id,
    detail: { kind, paid },
  })
}

export const walkInHandlers: ReviewHandlers<'enterWalkIn'> = (deps) => {
  const { db, clock, submit, checkCoupon, nextMillis, settings, festival } = deps

  const enter = <Kind extends FormKind>(
    { form, body }: CheckedForm<Kind>,
    { kind, paid, verify }: WalkIn,
    sender: { key: string; network: string; actor: string },
  ) => {
    const { key, network, actor } = sender
    return submit({
      form: {
        ...form,
        // Part of the form, so that a key cannot be used for both cash and UPI.
        paidAs: paid,
        needsConfirmation: false,
        onOpened: async (transaction, row) => {
          await form.onOpened?.(transaction, row)
          await recordWalkIn(transaction, row, { kind, paid, actor, now: clock() })
        },
        makePayload: (row, body) => {
          const payload = form.makePayload(row, body)
          return { ...payload, ...listPlaceholders(payload, row.amount, paid) }
        },
        holdsConfirmation: ({ amount }) => verify !== undefined && amount !== null,
      },
      key,
      body,
      network,
    })
  }

  /** `id` is from the device, so a retry does not decide twice. */
  const verifyAtOnce = async (
    id: string,
    { entry, review }: EntryWithReview,
    actor: string,
  ): Promise<Decided | null> => {
    const command = {
      id,
      entryId: entry.id,
      version: review.version,
      actor,
      now: clock(),
      decision: 'verify',
      source: 'cash',
      reasons: [],
      note: entry.amount ? `You paid ${formatAmountDue(entry.amount)} in cash.` : '',
    } as const
    const outcome = await transact(db, (transaction) => decide(transaction, command, settings))
    return outcome.is === 'taken' ? toDecided(outcome.row) : null
  }

  return {
    enterWalkIn: async ({ context, body: walkIn, organiser: { email: actor } }) => {
      const key = readKey(context.req.header('Idempotency-Key'))
      const network = context.get('network').wide
      const { kind, paid, verify, anyway } = walkIn
      if (verify !== undefined && paid !== 'cash') {
        throw refuseFields([
          { path: 'verify', message: 'Only cash payments can be verified immediately.' },
        ])
      }
      const checked = checkWalkIn(walkIn, festival().subjects)
      if (!checked.ok) {
        throw refuseFields(checked.errors)
      }
      const sender = { key, network, actor }
      const enterForm = () => {
        if (checked.kind === 'delegate-pass') {
          return enter({ form: passForm, body: checked.body }, walkIn, sender)
        }
        if (checked.kind === 'accommodation') {
          const form = accommodationForm(alwaysOpen, checked.rooms)
          return enter({ form, body: checked.body }, walkIn, sender)
        }
        const { subject, body } = checked
        const checkCode = (code: string) => checkCoupon(subject, code, network)
        const limit = walkIn.overLimit ? undefined : subject.places
        const form = registrationForm(subject, checkCode, nextMillis, alwaysOpen, limit)
        return enter({ form, body }, walkIn, sender)
      }

      if (!anyway && !(await findKey(db, key))) {
        await requireNoDuplicate(db, kind, checked.body)
      }
      const { confirmation } = await enterForm()
      const keyRow = await findKey(db, key)
      const reviewed = keyRow && (await findEntryWithReview(db, keyRow.entry_id))
      if (!reviewed) {
        throw new Error('A saved walk-in has no entry')
      }
      const { entry, review } = reviewed
      const isCash = review.cash_amount !== null
      const canVerify = isCash || entry.amount === 0
      const whenVerified = { ...review, state: 'verified' } as const
      const entered = {
        entryId: entry.id,
        registration_id: entry.label,
        name: entry.name,
        phone: entry.phone,
        eventName: entry.eventName,
        amount: entry.amount,
        confirmation,
        isCash,
        standing: await findStanding(db, whenVerified, festival().subjects, clock()),
        ticket: await readEntryTicket(db, entry.id),
        decided:
          verify !== undefined && canVerify ? await verifyAtOnce(verify, reviewed, actor) : null,
      }
      return kind === 'delegate-pass' ? { ...entered, delegate_id: entry.delegateId } : entered
    },
  }
}

/**
 * Compares phone and e-mail address.
 * @throws ApiError `illegal`, with the id of the existing entry
 */
const requireNoDuplicate = async (db: Db, kind: FormKind, body: Forms[FormKind]['body']) => {
  const phone = 'event' in body ? body.members[0].phone : body.phone
  const isSameEvent = 'event' in body && body.event ? sql`event = ${body.event} and` : sql``
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from review join ${sql.table(entryTables[kind])} on id = entry_id
    where ${isSameEvent} state in ('submitted', 'needs-correction', 'verified')
      and (lower(email) = ${body.email.toLowerCase()} or phone like ${`%${phone.slice(-10)}`})
  `.execute(db)
  const reviewed = rows[0] && (await findEntryWithReview(db, rows[0].entry_id))
  if (!reviewed) {
    return
  }
  const { name, eventName, label: registrationId } = reviewed.entry
  const message = `${name} is registered for ${eventName}: ${registrationId}, ${stateWords[reviewed.review.state].toLowerCase()}.`
  throw new ApiError('illegal', message, { registrationId })
}
