import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import { flagWords } from '../../../festival/desk/flags'
import { type ShownProposal, settleSkipWords } from '../../../festival/desk/statement'
import { stateWords } from '../../../festival/matching/proposal'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { makeKey } from '../../../ui/make-key'
import { Refusal } from '../../../ui/refusal'
import { TextField } from '../../../ui/text-field'
import { announce } from '../../announcer'
import { settleOptions } from '../decisions/settle'
import { groupMeanings } from './group-words'
import { chooseOne, itemOf } from './list-items'
import { BankLine, ClaimLine } from './proposal-item'
import { tellDifference, tellWhy } from './tell-money'

const nothing = () => undefined

/** One of several, each shown whole. */
const Choice = <Option extends { id: string }>({
  legend,
  options,
  chosen,
  onChoose,
  children,
}: {
  legend: string
  options: readonly Option[]
  chosen: string | undefined
  onChoose: (id: string) => void
  children: (option: Option) => ReactNode
}) => {
  const name = useId()
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {options.map((option) => (
        <div key={option.id} className="grid grid-cols-[auto_minmax(0,1fr)] items-start border-b border-rule">
          <label className="target grid cursor-pointer place-content-center">
            <input
              type="radio"
              name={name}
              checked={option.id === chosen}
              onChange={() => onChoose(option.id)}
              aria-describedby={`${name}-${option.id}`}
              className="size-5 accent-ink"
            />
            <span className="sr-only">This one</span>
          </label>
          <div id={`${name}-${option.id}`}>{children(option)}</div>
        </div>
      ))}
    </fieldset>
  )
}

/** A person's yes to one proposal, with a reason where the bank's row does not say by itself that all is right. */
export const SettleDialog = ({ proposal, onClose }: { proposal: ShownProposal; onClose: () => void }) => {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isTold, setIsTold] = useState(false)
  const id = useRef(makeKey())
  const settling = useMutation(settleOptions(client, nothing))
  const { state } = proposal
  const isDisputed = state === 'one-payment-for-two-claims'
  const free = proposal.rows.filter(({ spentOn }) => spentOn.length === 0)
  const [whose, setWhose] = useState<string>()
  const [which, setWhich] = useState(free.length === 1 ? free[0]?.id : undefined)
  const meant = isDisputed ? chooseOne(proposal, whose, which) : proposal
  const { claims, rows, received, difference } = meant ?? proposal
  const needsReason = proposal.settling === 'reason'
  const isMissing = needsReason && reason.trim().length < 3
  const flags = [...new Set(claims.flatMap((claim) => claim.flags))]
  const skipped = settling.data?.skipped ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTold(true)
    if (isMissing || !meant) return
    settling.mutate(
      // Whoever says yes here has the flags before their eyes.
      { id: id.current, items: [{ ...itemOf(meant, reason), hasSeenFlags: true }] },
      {
        onSuccess: (outcome) => {
          if (outcome.skipped.length > 0) {
            // What is pressed next is another press.
            id.current = makeKey()
            return
          }
          announce(`Verified by the bank’s row: ${claims.map(({ name }) => name).join(', ')}`)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={stateWords[state]} onClose={onClose} isLocked={settling.isPending}>
      <form onSubmit={submit} className="grid gap-4">
        <p>{groupMeanings[state]}</p>
        {isDisputed ? (
          <>
            <Choice legend="Whose payment is it?" options={proposal.claims} chosen={whose} onChoose={setWhose}>
              {(claim) => <ClaimLine claim={claim} />}
            </Choice>
            <Choice legend="Which payment?" options={free} chosen={which} onChoose={setWhich}>
              {(row) => <BankLine row={row} />}
            </Choice>
            {isTold && !meant && (
              <p role="alert" className="font-semibold text-artery">
                Say whose payment it is.
              </p>
            )}
          </>
        ) : (
          <div className="grid gap-1">
            {claims.map((claim) => (
              <ClaimLine key={claim.id} claim={claim} />
            ))}
            {rows.map((row) => (
              <BankLine key={row.id} row={row} />
            ))}
          </div>
        )}
        {meant && difference ? (
          <p className="figures">
            Received <b>{writePaise(received ?? 0)}</b>: <b className="text-nerve">{tellDifference(difference)}</b>.
          </p>
        ) : null}
        {tellWhy(proposal) && <p>{tellWhy(proposal)}</p>}
        {flags.length > 0 && (
          <Banner tone="note" title={flags.length === 1 ? 'It has a flag' : 'It has flags'}>
            <p>{flags.map((flag) => flagWords[flag]).join('. ')}.</p>
          </Banner>
        )}
        {needsReason && (
          <TextField
            path="reason"
            label="Why is it all right?"
            hint="For the other organisers; it stands on the record. “Paid the rest in cash”."
            value={reason}
            maxLength={300}
            autoComplete="off"
            error={isTold && isMissing ? 'Say why, in a few words.' : undefined}
            onChange={setReason}
          />
        )}
        {settling.error && (
          <Refusal title="Not verified">
            <p>{settling.error.message}</p>
          </Refusal>
        )}
        {skipped.length > 0 && (
          <Refusal title="Left alone">
            {skipped.map(({ submission, name, why }) => (
              <p key={submission}>
                <bdi>{name}</bdi>: {settleSkipWords[why]}.
              </p>
            ))}
          </Refusal>
        )}
        <Button type="submit" disabled={settling.isPending}>
          {settling.isPending
            ? settling.failureCount > 0
              ? 'Not yet saved, trying again …'
              : 'Saving …'
            : isDisputed || claims.length === 1
              ? 'Verify by this payment'
              : `Verify these ${claims.length} by this payment`}
        </Button>
      </form>
    </Dialog>
  )
}
