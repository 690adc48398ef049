import { writePaise } from '../../../festival/bank/cells'
import type { StatementRow } from '../../../festival/bank/statement'
import { writeDay } from '../../words/write-moment'

/** Payments of a file as they were read, to be compared with the file itself. */
export const CreditTable = ({ caption, rows }: { caption: string; rows: readonly StatementRow[] }) => (
  <table className="w-full">
    <caption className="head pb-1 text-left">{caption}</caption>
    <thead>
      <tr className="border-b border-line text-left">
        <th scope="col" className="head py-1 pr-3 font-normal">
          Line
        </th>
        <th scope="col" className="head py-1 pr-3 font-normal">
          Day
        </th>
        <th scope="col" className="head py-1 pr-3 text-right font-normal">
          Amount
        </th>
        <th scope="col" className="head py-1 font-normal">
          Text and number
        </th>
      </tr>
    </thead>
    <tbody className="figures">
      {rows.map(({ line, day, amount, narration, reference }) => (
        <tr key={line} className="border-b border-rule align-top">
          <td className="py-1.5 pr-3 text-faded">{line}</td>
          <td className="py-1.5 pr-3 whitespace-nowrap">{writeDay(day)}</td>
          <td className="py-1.5 pr-3 text-right whitespace-nowrap">{writePaise(amount)}</td>
          <td className="py-1.5 wrap-anywhere">
            {narration}
            {reference && <span className="block text-faded">{reference}</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
