import type { SubmissionRecord } from '../../../festival/desk/record'
import { compareEvidence } from './compare-evidence'

const outcome = {
  true: { sign: '✓', words: 'the same', ink: 'text-lymph' },
  false: { sign: '≠', words: 'differs', ink: 'text-artery' },
}

/** What is due beside what the evidence says. */
export const ComparisonTable = ({ record }: { record: SubmissionRecord }) => (
  <table className="w-full table-fixed">
    <caption className="sr-only">What should be there and what the picture says</caption>
    <thead>
      <tr className="border-b border-line text-left">
        <td className="w-20" />
        <th scope="col" className="head py-1 font-normal">
          Should be
        </th>
        <th scope="col" className="head py-1 font-normal">
          Read from the picture
        </th>
      </tr>
    </thead>
    <tbody className="figures">
      {compareEvidence(record).map(({ name, due, seen, isSame }) => {
        const told = isSame === undefined ? undefined : outcome[`${isSame}`]
        return (
          <tr key={name} className="border-b border-rule align-top">
            <th scope="row" className="head py-1.5 text-left font-normal">
              {name}
            </th>
            <td className="py-1.5 pr-2 font-semibold break-words">{due || <Nothing />}</td>
            <td className="py-1.5 break-words">
              {seen || <Nothing />}
              {told && (
                <b className={`ml-1.5 ${told.ink}`}>
                  <span aria-hidden="true">{told.sign}</span> {told.words}
                </b>
              )}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

const Nothing = () => (
  <span className="font-normal text-faded">
    <span aria-hidden="true">–</span>
    <span className="sr-only">nothing</span>
  </span>
)
