import { writePaise } from '../../../festival/bank/cells'
import { correctionReasons } from '../../../festival/desk/reasons'
import type { TimelineEntry } from '../../../festival/desk/record'
import { decidedWords, moneyWords } from '../../../festival/desk/states'
import { writeMoment } from '../../words'

import { TakeBack } from './take-back'

const happened = {
  sent: 'Sent',
  confirmed: 'Confirmation sent',
  'confirmation-failed': 'The confirmation could not be sent',
  decided: 'Decided',
  corrected: 'Corrected by the registrant',
  entered: 'Entered at the desk',
  'payment-added': 'Another payment came',
  'payment-reversed': 'The bank took a payment back',
  returned: 'Money given back',
  kept: 'Money kept',
} as const

const fieldNames = new Map([
  ['name', 'Name'],
  ['phone', 'Phone'],
  ['utr', 'UTR'],
  ['transaction_id', 'Transaction ID'],
  ['delegate_id', 'Delegate Pass ID'],
  ['members', 'Team'],
  ['email', 'E-mail'],
  ['payment_screenshot_url', 'Payment'],
  ['payment_proof_url', 'Payment'],
  ['id_proof_url', 'ID proof'],
  ['participation_proof_url', 'Participation'],
])
const nameField = (field: string) => fieldNames.get(field) ?? field

const titleOf = ({ what, decision }: TimelineEntry) =>
  what === 'decided' && decision ? decidedWords[decision] : happened[what]

/** Who did what to a record, the oldest first. */
export const Timeline = ({
  entries,
  name,
  mayTakeBack,
}: {
  entries: readonly TimelineEntry[]
  /** Whose record it is. */
  name: string
  mayTakeBack: boolean
}) => (
  <ol className="border-l border-line pl-4">
    {entries.map((entry) => (
      <li key={`${entry.at} ${entry.what} ${entry.id ?? ''}`} className="relative py-1.5">
        <span aria-hidden="true" className="absolute top-3 -left-[1.27rem] size-2 rounded-full bg-line" />
        <p>
          <b className="font-semibold">{titleOf(entry)}</b>
          {entry.by && <span className="break-all text-faded"> by {entry.by}</span>}
        </p>
        {entry.reasons && entry.reasons.length > 0 && (
          <p>
            {entry.reasons
              .map(({ key, difference }) => correctionReasons[key].label + (difference ? ` (₹${difference})` : ''))
              .join('; ')}
          </p>
        )}
        {entry.amount !== undefined && <p className="figures font-semibold">{writePaise(entry.amount)}</p>}
        {entry.money && <p>The mail says: {moneyWords[entry.money].toLowerCase()}.</p>}
        {entry.note && <p className="italic">“{entry.note}”</p>}
        {entry.fields && entry.fields.length > 0 && <p>Changed: {entry.fields.map(nameField).join(', ')}</p>}
        {entry.earlier?.map(({ field, value }) => (
          <p key={field} className="break-words">
            {nameField(field)} before: <bdi>{value || 'nothing'}</bdi>
          </p>
        ))}
        <p className="figures text-xs text-faded">{writeMoment(entry.at)}</p>
        {mayTakeBack && entry.undoUntil && <TakeBack entry={entry} name={name} />}
      </li>
    ))}
  </ol>
)
