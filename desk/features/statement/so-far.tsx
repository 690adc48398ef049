import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import type { ShownProposal, Statements } from '../../../festival/desk/statement'
import { formatDays } from '../../../festival/slot'
import { Button } from '../../../ui/button'
import { makeKey } from '../../../ui/make-key'
import { go, useAddress } from '../../navigation/address'
import { Link } from '../../navigation/link'
import { keys } from '../../query-client'
import { pages } from '../../routes'
import { Failed, Loading } from '../../shell/waiting'
import { writeMoment } from '../../words/write-moment'
import { sendDecision } from '../decisions/decide'
import { DecisionDialog } from '../decisions/decision-dialog'
import { emptyDraft, type Verdict } from '../decisions/verdict'
import { useMayAct } from '../sign-in/use-me'
import { DropDialog } from './drop-dialog'
import { GroupList } from './group-list'
import { missingOf } from './proposal-item'
import { SettleDialog } from './settle-dialog'
import { count } from './tell-money'
import { proposalsOptions } from './use-statements'

/** What the payments that are kept leave open, each to be looked at and settled by itself. */
export const OpenProposals = () => {
  const mayDecide = useMayAct('verifier')
  const { data, error, refetch } = useQuery(proposalsOptions)
  const [chosen, setChosen] = useState<ShownProposal>()
  const [asked, setAsked] = useState<ShownProposal>()
  const client = useQueryClient()
  const { search } = useAddress()
  const claim = asked?.claims[0]
  const ask = (verdict: Verdict) => {
    setAsked(undefined)
    if (!claim) return
    const { id: submission, name, version, state, ground } = claim
    const command = { id: makeKey(), submission, version, ...verdict }
    sendDecision(client, { command, name, before: { state, ground, version } })
      .catch(() => undefined)
      .finally(() => void client.invalidateQueries({ queryKey: keys.proposals }))
  }
  if (error) return <Failed failure={error} what="What is open cannot be shown." onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.groups.length === 0) return <p className="text-faded">Nothing is open.</p>
  return (
    <>
      <GroupList
        groups={data.groups}
        open={new URLSearchParams(search).get('group') ?? ''}
        onOpen={(state) => go(state ? `${pages.statement}?group=${state}` : pages.statement, { replace: true })}
        {...(mayDecide ? { onSettle: setChosen, onAsk: setAsked } : {})}
      />
      {asked && claim && (
        <DecisionDialog
          decision="ask-correction"
          kinds={[claim.kind]}
          subject={claim.name}
          initial={{ ...emptyDraft, ticked: ['amount-short'], difference: String(missingOf(asked) / 100) }}
          onDecide={ask}
          onClose={() => setAsked(undefined)}
        />
      )}
      {chosen && <SettleDialog proposal={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

type Imported = Statements['imports'][number]

const File = ({ file, onDrop }: { file: Imported; onDrop: (() => void) | undefined }) => {
  const { at, by, days, fresh, known, reversals, sum, isOld, dropped } = file
  return (
    <li className="figures flex flex-wrap items-center justify-between gap-x-3 border-b border-rule py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3">
          <b className={dropped ? 'font-normal line-through' : ''}>{formatDays(days.first, days.last)}</b>
          <span>
            {dropped
              ? 'taken back'
              : `${count(fresh, 'new row')}, ${writePaise(sum)}${reversals > 0 ? `, ${count(reversals, 'reversal')}` : ''}${known > 0 ? `, ${known.toLocaleString('en-IN')} known` : ''}`}
          </span>
        </p>
        <p className="text-xs break-words text-faded">
          Read {writeMoment(at)} by {by}
          {dropped && `; taken back ${writeMoment(dropped.at)} by ${dropped.by}`}
        </p>
      </div>
      {onDrop && !dropped && !isOld && (
        <Button shape="quiet" className="-mx-2 min-h-11! px-2!" aria-haspopup="dialog" onClick={onDrop}>
          Take back …
        </Button>
      )}
    </li>
  )
}

/** Which files were read, and what of their payments is spent; a wrong one is taken back here. */
export const FilesSoFar = ({ statements: { imports, payments, refunds } }: { statements: Statements }) => {
  const mayDrop = useMayAct('admin')
  const [chosenId, setChosen] = useState<string>()
  // As it stands now: somebody else may have verified by it, or taken it back.
  const chosen = imports.find(({ id }) => id === chosenId)
  return (
    <>
      <p className="figures">
        {count(payments.spent, 'payment')} matched, {writePaise(payments.spentSum)}; {count(payments.open, 'payment')}{' '}
        not matched, {writePaise(payments.openSum)}.
      </p>
      <Link href={pages.refunds} className="target inline-flex items-center underline underline-offset-4">
        {refunds.count > 0 ? `${count(refunds.count, 'refund')} due, ${writePaise(refunds.sum)}` : 'Refunds'}
      </Link>
      <ul className="mt-2 border-t border-rule">
        {imports.map((file) => (
          <File key={file.id} file={file} onDrop={mayDrop ? () => setChosen(file.id) : undefined} />
        ))}
      </ul>
      {chosen && <DropDialog file={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
