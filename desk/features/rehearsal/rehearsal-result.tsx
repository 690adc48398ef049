import { identity } from '#edition/identity'
import type { Payment } from '../../../festival/bank/verdict'
import { judgeRehearsal, type RehearsedResult, tellRehearsal } from '../../../festival/matching/judge-rehearsal'
import { Banner } from '../../../ui/banner'
import { noteOf } from './code-card'
import type { RehearsalCode } from './rehearsal-codes'

const outcomeWords: Readonly<Record<RehearsedResult['outcome'], string>> = {
  'note came': 'The note came',
  'note dropped': 'The note was dropped',
  unknown: 'Not in this file',
}

/** What became of each app's note, in words first. */
export const RehearsalResult = ({
  payments,
  codes,
}: {
  payments: readonly Payment[]
  codes: readonly RehearsalCode[]
}) => {
  const results = judgeRehearsal(
    payments,
    codes.map((code) => ({
      app: code.app,
      note: noteOf(code),
      ...(/^\d{12}$/.test(code.number.replace(/\s/g, '')) ? { number: code.number.replace(/\s/g, '') } : {}),
    })),
  )
  const isPayeeRight = results.some(({ outcome }) => outcome === 'note came')
  return (
    <section aria-label="Result" className="grid gap-3">
      <Banner tone={isPayeeRight ? 'success' : 'note'} title={tellRehearsal(results)}>
        {isPayeeRight && (
          <p>
            The money arrived on the account of this file: <b className="break-all">{identity.payee.id}</b> is right.
          </p>
        )}
      </Banner>
      <table className="w-full">
        <caption className="sr-only">What became of each app’s note</caption>
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="head py-1 pr-3 font-normal">
              App
            </th>
            <th scope="col" className="head py-1 pr-3 font-normal">
              Its note
            </th>
            <th scope="col" className="head py-1 text-right font-normal">
              Characters kept
            </th>
          </tr>
        </thead>
        <tbody className="figures">
          {results.map(({ app, outcome, kept }) => (
            <tr key={app} className="border-b border-rule">
              <th scope="row" className="py-1.5 pr-3 text-left font-semibold">
                {app}
              </th>
              <td className="py-1.5 pr-3">{outcomeWords[outcome]}</td>
              <td className="py-1.5 text-right">{outcome === 'note came' ? kept : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
