import { sql, type Transaction } from 'kysely'
import type { Decided } from '../../festival/contract/decision'
import { stateWords } from '../../festival/contract/states'
import { checkWalkIn, type WalkIn } from '../../festival/contract/walk-in'
import type { FormKind, Forms } from '../../festival/forms/api'
import { formatAmountDue, formatRupees } from '../../festival/payment/fee'
import { type Rupees, toPaise } from '../../festival/payment/money'
import { saveAudit } from '../db/audit'
import { type Db, entryTables, type Tables } from '../db/schema'
import { transact } from '../db/transact'
import { findReviewed } from '../entries/entry'
import { accommodationForm } from '../forms/accommodation'
import type { Availability } from '../forms/availability'
import { delegatePassForm } from '../forms/delegate-pass'
import type { Form } from '../forms/form'
import { registrationForm } from '../forms/registration'
import { findKey, readKey } from '../forms/submit'
import { ApiError, refuseFields } from '../http/api-error'
import { toDecided } from './apply-decision'
import { decide } from './decide'
import type { ReviewHandlers } from './deps'

const alwaysOpen: Availability = {
  refuseSubject: () => undefined,
  lateness: () => undefined,
  refusePass: () => undefined,
  passLateness: () => undefined,
  refuseRoom: () => undefined,
}
const passForm = delegatePassForm(alwaysOpen)

const listPlaceholders = (payload: object, amount: Rupees | null, paid: WalkIn['paid']) => {
  const fee = amount === null ? 'nothing' : formatRupees(amount)
  const none = `none, ${fee} paid ${paid === 'cash' ? 'in cash' : 'by UPI'} at the help desk`
  const later = 'to be shown at the help desk'
  const words = {
    payment_screenshot_url: none,
    paymentScreenshotUrl: none,
    payment_proof_url: none,
    id_proof_url: later,
    participation_proof_url: later,
    transaction_id: 'none',
  }
  return Object.fromEntries(
    Object.entries(words).filter(([name]) => Reflect.get(payload, name) === ''),
  )
}

const recordWalkIn = async (
  transaction: Transaction<Tables>,
  { id, amount }: { id: string; amount: Rupees | null },
  { kind, paid, actor, at }: Pick<WalkIn, 'kind' | 'paid'> & { actor: string; at: Date },
) => {
  const paise = paid === 'cash' && amount !== null ? toPaise(amount) : null
  const taken = paise === null ? {} : { cash_amount: paise, cash_by: actor }
  const review = transaction.updateTable('review').set({ entered_by: actor, ...taken })
  await review.where('entry_id', '=', id).execute()
  if (paise) {
    const move = {
      id,
      at: at.toISOString(),
      actor,
      kind: 'taken',
      entry_id: id,
      from_holder: null,
      to_holder: actor,
      amount: paise,
      removed_at: null,
      removed_by: null,
    } as const
    await transaction.insertInto('cash_move').values(move).execute()
  }
  const line = {
    at,
    actor,
    action: 'walk-in-entered',
    entryId: id,
    detail: { kind, paid },
  } as const
  await saveAudit(transaction, line)
}

export const walkInHandlers: ReviewHandlers<'enterWalkIn'> = (deps) => ({
  enterWalkIn: async ({ context, body: walkIn, organiser: { email: actor } }) => {
    const { db, clock, submit, checkCoupon, nextMillis, settings, festival } = deps
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

    const enter = <Kind extends FormKind>(form: Form<Kind>, body: Forms[Kind]['body']) => {
      const onOpened: Form<Kind>['onOpened'] = (transaction, row) =>
        recordWalkIn(transaction, row, { kind, paid, actor, at: clock() })
      const makePayload: Form<Kind>['makePayload'] = (row, given) => {
        const payload = form.makePayload(row, given)
        return { ...payload, ...listPlaceholders(payload, row.amount, paid) }
      }
      const holdsConfirmation: Form<Kind>['holdsConfirmation'] = ({ amount }) =>
        verify !== undefined && amount !== null
      return submit({
        // `paidAs` is part of the form, so a key cannot be used for both cash and UPI.
        form: { ...form, paidAs: paid, onOpened, makePayload, holdsConfirmation },
        key,
        body,
        network,
      })
    }
    const enterForm = () => {
      if (checked.kind === 'delegate-pass') {
        return enter(passForm, checked.body)
      }
      if (checked.kind === 'accommodation') {
        return enter(accommodationForm(alwaysOpen, checked.rooms), checked.body)
      }
      const { subject, body } = checked
      const allow = (code: string) => checkCoupon(subject, code, network)
      return enter(registrationForm(subject, allow, nextMillis, alwaysOpen), body)
    }

    if (!anyway && !(await findKey(db, key))) {
      await requireNoDuplicate(db, kind, checked.body)
    }
    const { confirmation } = await enterForm()
    const saved = await findKey(db, key)
    const reviewed = saved && (await findReviewed(db, saved.entry_id))
    if (!reviewed) {
      throw new Error('A saved walk-in has no entry')
    }
    const { id: entryId, label, delegateId, name, eventName, amount } = reviewed.entry
    const { version, cash_amount } = reviewed.review
    let decided: Decided | null = null
    // `verify` is an id from the device, so a retry does not decide twice.
    if (verify !== undefined && cash_amount !== null) {
      const note = `You paid ${formatAmountDue(amount)} in cash.`
      const verdict = { decision: 'verify', source: 'cash', reasons: [], note } as const
      const command = { ...verdict, id: verify, entryId, version, actor }
      const outcome = await transact(db, (transaction) =>
        decide(transaction, { ...command, now: clock() }, settings),
      )
      decided = outcome.is === 'taken' ? toDecided(outcome.row) : null
    }
    const entered = {
      entryId,
      registration_id: label,
      name,
      eventName,
      amount,
      confirmation,
      isCash: cash_amount !== null,
      decided,
    }
    return kind === 'delegate-pass' ? { ...entered, delegate_id: delegateId } : entered
  },
})

/**
 * Compares phone and e-mail address.
 * @throws ApiError `illegal`, with the id of the existing entry
 */
const requireNoDuplicate = async (
  db: Db,
  kind: FormKind,
  body: Forms[FormKind]['body'],
): Promise<void> => {
  const phone = 'event' in body ? body.members[0].phone : body.phone
  const ofEvent = 'event' in body && body.event ? sql`event = ${body.event} and` : sql``
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from review join ${sql.table(entryTables[kind])} on id = entry_id
    where ${ofEvent} state in ('submitted', 'needs-correction', 'verified')
      and (lower(email) = ${body.email.toLowerCase()} or phone like ${`%${phone.slice(-10)}`})
  `.execute(db)
  const reviewed = rows[0] && (await findReviewed(db, rows[0].entry_id))
  if (!reviewed) {
    return
  }
  const { name, eventName, label: registrationId } = reviewed.entry
  const words = `${name} is registered for ${eventName}: ${registrationId}, ${stateWords[reviewed.review.state].toLowerCase()}.`
  throw new ApiError('illegal', words, { registrationId })
}
