import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import { FileSteps } from '../features/bank/file-steps'
import { CodeCard } from '../features/rehearsal/code-card'
import { keepCodes, type RehearsalCode, readCodes } from '../features/rehearsal/rehearsal-codes'
import { RehearsalResult } from '../features/rehearsal/rehearsal-result'
import { statementsOptions } from '../features/statement/use-statements'

/** Nothing of the rehearsal's file leaves the browser, so no window keeps rows back. */
const always = { from: '2000-01-01', to: '2099-12-31' } as const

const useCodes = () => {
  const [codes, setCodes] = useState<RehearsalCode[]>(() => readCodes(window.localStorage))
  useEffect(() => keepCodes(window.localStorage, codes), [codes])
  const setNumber = (app: string, number: string) =>
    setCodes(codes.map((code) => (code.app === app ? { ...code, number } : code)))
  return { codes, setNumber }
}

/** The money rehearsal: ₹1 with each app, and what the next statement says of it (behaviour 15.13). */
export const Rehearsal = () => {
  const { codes, setNumber } = useCodes()
  const { data } = useQuery(statementsOptions)
  return (
    <div className="mx-auto max-w-5xl px-4 py-6">
      <h1 className="text-2xl">Money rehearsal</h1>
      <p className="measure mt-1 text-faded">
        Before anybody pays: send ₹1 with each app to <b className="wrap-anywhere text-ink">{identity.payee.id}</b>. A
        day later drop the account’s statement here, and see which notes came back and how much of them the bank keeps.
      </p>
      <section aria-label="Codes" className="mt-5">
        <h2 className="mb-2 text-xl">1. Pay by each code</h2>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {codes.map((code) => (
            <CodeCard key={code.app} code={code} onNumber={(number) => setNumber(code.app, number)} />
          ))}
        </div>
        <p className="mt-2 text-faded">
          The payment codes are kept on this device. Write the UTR down where an app offers no way to keep the note.
        </p>
      </section>
      <section aria-label="Statement" className="mt-6 grid gap-4">
        <h2 className="text-xl">2. Drop the next statement</h2>
        <FileSteps
          known={data?.known ?? []}
          window={always}
          hint="It is read on this device, and nothing of it leaves it."
        >
          {({ verdict }) => <RehearsalResult payments={verdict.chosen.payments} codes={codes} />}
        </FileSteps>
      </section>
    </div>
  )
}
