import { formatDays } from '../../../festival/slot'
import { Banner } from '../../../ui/banner'
import type { ReadFileAnswer } from './answer-ask'
import { count } from './tell-money'

const tellReading = ({ layout, rowCount, days, links }: ReadFileAnswer): string => {
  const rows = `${count(rowCount, 'row')}, as ${layout.name} writes them`
  const from = days ? `, ${formatDays(days.first, days.last)}` : ''
  const proof = links ? ` All ${links.toLocaleString('en-IN')} balances follow from each other.` : ''
  return `${rows}${from}.${proof}`
}

const tellLeft = ({ verdict: { chosen } }: ReadFileAnswer): string => {
  const { debits, outside, notPayments } = chosen.left
  const stay = [
    debits > 0 && count(debits, 'debit'),
    outside > 0 && `${count(outside, 'row')} of other days`,
    notPayments > 0 && `${count(notPayments, 'row')} of interest, cash or one’s own money`,
  ].filter(Boolean)
  return stay.length > 0 ? `${stay.join(', ')} stay on this device.` : ''
}

/** How a file was read: by which layout, what proves it, what of it stays here, and what could not be read, line by line. */
export const FileHead = ({ name, answer }: { name: string; answer: ReadFileAnswer }) => {
  const { verdict, unreadable, unreadableMore } = answer
  return (
    <div className="grid gap-3">
      <div>
        <h2 className="text-lg break-all">{name}</h2>
        <p className="figures text-faded">
          {tellReading(answer)} {tellLeft(answer)}
        </p>
      </div>
      {verdict.refusal && (
        <Banner tone="error" title="Nothing of this file can be matched">
          <p>{verdict.refusal}</p>
        </Banner>
      )}
      {verdict.notes.length > 0 && (
        <ul className="figures border-l-4 border-nerve pl-3">
          {verdict.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {unreadable.length > 0 && (
        <details className="border border-rule">
          <summary className="target flex cursor-pointer items-center px-3 font-semibold">
            {count(unreadable.length + unreadableMore, 'line')} that could not be read
          </summary>
          <ul className="figures border-t border-rule px-3 pb-2">
            {unreadable.map(({ line, text, why }) => (
              <li key={line} className="border-b border-rule py-1.5 last:border-0">
                <b>Line {line}</b>: {why}.<span className="block text-xs break-all text-faded">{text}</span>
              </li>
            ))}
            {unreadableMore > 0 && <li className="pt-1.5">… and {unreadableMore.toLocaleString('en-IN')} more.</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
