import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Proof, SubmissionRecord } from '../../../festival/desk/record'
import { type Decision, decisionWords, isLegal } from '../../../festival/desk/states'
import { makeKey } from '../../../ui/make-key'
import { Link } from '../../address'
import { useMayAct } from '../../api'
import { announce, Failed, Loading } from '../../messages'
import { useShortcuts } from '../../shortcuts'
import { useNow, writeMoment } from '../../words'
import { sendDecision } from '../decisions/decide'
import { DecisionDialog } from '../decisions/decision-dialog'
import { useFates } from '../decisions/recent'
import { UndoBar } from '../decisions/undo-bar'
import { useSettled } from '../decisions/use-settled'
import type { Verdict } from '../decisions/verdict'
import { DecisionBar } from './decision-bar'
import { CashLine, Facts } from './facts'
import { ProofView } from './proof-view'
import { RecordHead } from './record-head'
import { recordOptions } from './use-record'

const proofNames = new Map([
  ['payment_screenshot_url', 'Payment'],
  ['payment_proof_url', 'Payment'],
  ['id_proof_url', 'ID proof'],
  ['participation_proof_url', 'Participation'],
])

const nameOf = ({ field, replacedAt }: Proof) =>
  (proofNames.get(field) ?? field) + (replacedAt ? `, until ${writeMoment(replacedAt)}` : '')

/** The proofs of a record, the one that counts first. */
const Proofs = ({ record }: { record: SubmissionRecord }) => {
  const [chosen, setChosen] = useState<string>()
  const shown = record.proofs.find(({ id }) => id === chosen) ?? record.proofs[0]
  if (!shown && record.cash)
    return (
      <p className="grid flex-1 place-content-center p-6 text-center text-lg">
        <CashLine cash={record.cash} />
      </p>
    )
  if (!shown)
    return <p className="grid flex-1 content-center p-6 text-center text-faded">No picture came with this one.</p>
  return (
    <>
      {record.proofs.length > 1 && (
        <ul aria-label="Proofs" className="flex shrink-0 overflow-x-auto border-b border-rule bg-leaf">
          {record.proofs.map((proof) => (
            <li key={proof.id}>
              <button
                type="button"
                aria-pressed={proof === shown}
                onClick={() => setChosen(proof.id)}
                className="target px-3 whitespace-nowrap aria-pressed:font-semibold aria-pressed:shadow-[inset_0_-2px_0_var(--ink)]"
              >
                {nameOf(proof)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ProofView key={shown.id} proof={shown} name={nameOf(shown)} />
    </>
  )
}

const Shown = ({
  record,
  search,
  listHref,
  onDecided,
}: {
  record: SubmissionRecord
  search: string
  listHref: string
  onDecided: (before: SubmissionRecord) => void
}) => {
  const client = useQueryClient()
  const now = useNow(60_000)
  const mayDecide = useMayAct('verifier')
  const fate = useFates().findLast(({ press }) => press.command.submission === record.id)
  const [open, setOpen] = useState<Decision>()
  const isWaiting = fate?.stage === 'sending' || fate?.stage === 'unsaved'
  const isSettled = useSettled(record.id)
  const mayPress = (decision: Decision) => isSettled && !isWaiting && mayDecide && isLegal(decision, record.state)

  const decide = (verdict: Verdict) => {
    if (!mayPress(verdict.decision)) return
    const { id, version, name, state, ground } = record
    const source = record.cash ? ({ ground: 'cash' } as const) : {}
    const command = { id: makeKey(), submission: id, version, ...verdict, ...source }
    sendDecision(client, { command, name, before: { state, ground, version } }).catch(() => undefined)
    announce(`${decisionWords[verdict.decision]}: ${name}. To take it back press u within a minute.`)
    setOpen(undefined)
    onDecided(record)
  }
  const verify = () => decide({ decision: 'verify', reasons: [], note: '' })
  const ask = (decision: Decision) => mayPress(decision) && setOpen(decision)
  useShortcuts({ v: verify, c: () => ask('ask-correction'), r: () => ask('reject') })
  return (
    <>
      <RecordHead record={record} stage={fate?.stage} listHref={listHref} />
      <div className="flex h-[62dvh] min-h-0 flex-col border-rule max-lg:border-b lg:col-start-1 lg:row-start-2 lg:h-auto">
        <Proofs record={record} />
      </div>
      <div className="relative min-h-0 border-rule bg-leaf lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:overflow-y-auto lg:border-l">
        <Facts record={record} search={search} now={now} mayTakeBack={mayDecide} />
      </div>
      <div className="sticky bottom-0 z-10 mt-auto border-t border-line bg-leaf pb-[env(safe-area-inset-bottom)] lg:static lg:col-start-1 lg:row-start-3">
        <UndoBar />
        {mayDecide && (
          <div className="p-2">
            <DecisionBar of={record} isWaiting={isWaiting} isSettled={isSettled} onVerify={verify} onOpen={ask} />
          </div>
        )}
      </div>
      {open && (
        <DecisionDialog
          decision={open}
          kinds={[record.kind]}
          what={record.eventName}
          subject={record.name}
          onDecide={decide}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** One submission: its proof, its facts, and what can be decided about it. */
export const Record = ({
  id,
  search,
  listHref,
  onDecided,
}: {
  id: string
  search: string
  listHref: string
  onDecided: (before: SubmissionRecord) => void
}) => {
  const { data, error, refetch } = useQuery(recordOptions(id))
  const pane = useRef<HTMLElement>(null)
  const isHere = data !== undefined
  useEffect(() => {
    if (isHere) pane.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    if (isHere) window.scrollTo(0, 0)
  }, [isHere])
  return (
    <section
      ref={pane}
      aria-label="Submission"
      className="flex min-h-dvh flex-col lg:grid lg:h-full lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      {data && <Shown record={data} search={search} listHref={listHref} onDecided={onDecided} />}
      {!data && (
        <div className="lg:col-span-2">
          <h1 className="sr-only">Submission</h1>
          {error ? (
            <Failed failure={error} what="This submission cannot be shown." onRetry={() => void refetch()} />
          ) : (
            <Loading />
          )}
          <p className="text-center">
            <Link href={listHref} className="target inline-flex items-center px-4 underline underline-offset-4">
              Back to the list
            </Link>
          </p>
          {/* What was decided before this one can be taken back, whether this one comes or not. */}
          <UndoBar />
        </div>
      )}
    </section>
  )
}
