import type { FormKind } from '../../festival/api'
import type { Paise } from '../../festival/bank/cells'
import type { Ground, ReviewState } from '../../festival/desk/states'
import type { Claim } from '../../festival/matching/claim'
import { nameSubject } from '../../festival/name-subject'
import type { Day } from '../../festival/slot'
import { nameTier } from '../../festival/tier'
import { readPages } from '../db/read-pages'
import type { DbOrTransaction } from '../db/schema'
import { utrOf } from './evidence'

/** A submission with an amount due, as it is matched with the bank's rows and shown beside them. */
export interface ClaimedRecord extends Claim {
  kind: FormKind
  label: string
  name: string
  eventName: string
  version: number
  state: ReviewState
  ground: Ground | null
  /** What was taken in cash; no bank shows that. */
  cash?: Paise
}

/** Whether something is due: whoever was rejected or has withdrawn owes nothing. */
export const isAccepted = ({ state }: Pick<ClaimedRecord, 'state'>): boolean =>
  state !== 'rejected' && state !== 'withdrawn'

interface ClaimRow {
  record_id: string
  kind: FormKind
  version: number
  state: ReviewState
  ground: Ground | null
  event: string
  day: string
  label: string
  name: string
  reference: string
  number: string
  /** Rupees. */
  amount: number | null
  cash: number | null
}

const nameOf = ({ kind, event }: Pick<ClaimRow, 'kind' | 'event'>): string => {
  if (kind === 'delegate-pass') return nameTier(event)
  if (kind === 'accommodation') return 'Room'
  return nameSubject(event)
}

const showClaim = (row: ClaimRow, pictureNumber: string | undefined): ClaimedRecord[] => {
  const rupees = row.amount
  if (rupees === null || rupees <= 0) return []
  return [
    {
      id: row.record_id,
      due: rupees * 100,
      day: row.day as Day,
      ...(row.reference === '' ? {} : { reference: row.reference }),
      ...(/^\d{12}$/.test(row.number) ? { number: row.number } : {}),
      ...(pictureNumber === undefined ? {} : { pictureNumber }),
      kind: row.kind,
      label: row.label,
      name: row.name,
      eventName: nameOf(row),
      version: row.version,
      state: row.state,
      ground: row.ground,
      ...(row.cash === null ? {} : { cash: row.cash }),
    },
  ]
}

const columns = ['record_id', 'kind', 'version', 'state', 'ground', 'event', 'day', 'cash_amount as cash'] as const

const queries = (db: DbOrTransaction) => [
  db
    .selectFrom('review')
    .innerJoin('EventRegistration as form', 'form.id', 'review.record_id')
    .select(columns)
    .select([
      'form.registration_id as label',
      'form.name',
      'form.payment_reference as reference',
      'form.utr as number',
      'form.amount',
    ]),
  db
    .selectFrom('review')
    .innerJoin('DelegatePass as form', 'form.id', 'review.record_id')
    .select(columns)
    .select([
      'form.registration_id as label',
      'form.name',
      'form.payment_reference as reference',
      'form.utr as number',
      'form.amount',
    ]),
  db
    .selectFrom('review')
    .innerJoin('Accommodation as form', 'form.id', 'review.record_id')
    .select(columns)
    .select([
      'form.request_id as label',
      'form.name',
      'form.payment_reference as reference',
      'form.transaction_id as number',
      'form.amount',
    ]),
]

/** The UTR that was read from each record's payment picture, as it stands now. */
const readPictureNumbers = async (db: DbOrTransaction, recordId?: string): Promise<Map<string, string>> => {
  const query = db
    .selectFrom('evidence')
    .innerJoin('proof', 'proof.id', 'evidence.proof')
    .select(['evidence.proof', 'proof.record_id', 'evidence.data'])
    .where('proof.replaced_at', 'is', null)
    .$if(recordId !== undefined, (all) => all.where('proof.record_id', '=', recordId ?? ''))
  const rows = await readPages(
    (after, limit) => query.where('evidence.proof', '>', after).orderBy('evidence.proof').limit(limit).execute(),
    ({ proof }) => proof,
  )
  return new Map(rows.flatMap((row) => utrOf(row).map((utr): [string, string] => [row.record_id, utr])))
}

/** Everybody from whom money is due or may have come, by id: also who paid in cash, was rejected or has withdrawn. */
export const readClaims = async (db: DbOrTransaction): Promise<Map<string, ClaimedRecord>> => {
  const claims = new Map<string, ClaimedRecord>()
  const pictures = await readPictureNumbers(db)
  for (const query of queries(db))
    for (const row of await readPages(
      (after, limit) => query.where('record_id', '>', after).orderBy('record_id').limit(limit).execute(),
      ({ record_id }) => record_id,
    ))
      for (const claim of showClaim(row, pictures.get(row.record_id))) claims.set(claim.id, claim)
  return claims
}

/** The claim of one record; undefined where nothing was ever due. */
export const readClaim = async (db: DbOrTransaction, recordId: string): Promise<ClaimedRecord | undefined> => {
  for (const query of queries(db)) {
    const row = await query.where('record_id', '=', recordId).executeTakeFirst()
    if (row) return showClaim(row, (await readPictureNumbers(db, recordId)).get(recordId))[0]
  }
  return undefined
}
