import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Verdict } from '../../../festival/contract/decision'
import { writeDecisionMail } from '../../../festival/contract/decision-mail'
import {
  findReason,
  fitsEntry,
  type ReasonKey,
  reasonKeys,
} from '../../../festival/contract/reasons'
import {
  type Decision,
  decisionWords,
  type MoneyChoice,
  moneyChoices,
  moneyWords,
} from '../../../festival/contract/states'
import type { FormKind } from '../../../festival/forms/api'
import { ChoiceField } from '../../../ui/choice-field'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { CommandDialog } from '../../command-dialog'
import { Check } from '../../fields'
import { formatCount } from '../../words'

export type DecisionInput = Omit<Verdict, 'source'>

export interface Draft {
  ticked: readonly ReasonKey[]
  difference: string
  note: string
  /** What a rejection says about money. Says nothing by default. */
  money?: MoneyChoice
  /** Whether to e-mail a rejection to people who never got an earlier e-mail. */
  writeToAll?: boolean
  isSilent?: boolean
}

export const emptyDraft: Draft = { ticked: [], difference: '', note: '' }

export const readVerdict = (
  decision: Decision,
  { ticked, difference, note, money, writeToAll, isSilent }: Draft,
): DecisionInput | { field: 'reasons' | 'difference'; message: string } => {
  const verdict = { decision, reasons: [], note: note.trim() }
  if (decision === 'reject') {
    return {
      ...verdict,
      money,
      writeToAll: writeToAll || undefined,
      isSilent: isSilent || undefined,
    }
  }
  if (decision !== 'ask-correction') {
    return verdict
  }
  if (ticked.length === 0) {
    return {
      field: 'reasons',
      message: 'Tick at least one reason, so that the participant knows what to correct.',
    }
  }
  const rupees = Number(difference.replace(/[₹,\s]/g, ''))
  const isAmount = Number.isInteger(rupees) && rupees >= 1 && rupees <= 100_000
  if (ticked.includes('amount-short') && !isAmount) {
    return { field: 'difference', message: 'Enter the missing amount in rupees, such as 150.' }
  }
  return {
    ...verdict,
    reasons: ticked.map((key) => (key === 'amount-short' ? { key, difference: rupees } : { key })),
  }
}

export const DecisionDialog = ({
  decision,
  kinds,
  isFree = false,
  what = '…',
  subject,
  initial = emptyDraft,
  unreached = 0,
  summary,
  confirm = decisionWords[decision],
  onDecide,
  ...dialog
}: {
  decision: Decision
  kinds: readonly FormKind[]
  isFree?: boolean
  /** Undefined if the decision is about several entries. */
  what?: string
  subject: string
  initial?: Draft
  /** How many people get no rejection because they never got an earlier e-mail. */
  unreached?: number
  summary?: (draft: Draft) => ReactNode
  confirm?: string
  onDecide: (verdict: DecisionInput) => void
} & Pick<ComponentProps<typeof CommandDialog>, 'command' | 'isDisabled' | 'onClose'>) => {
  const [draft, setDraft] = useState(initial)
  const [problem, setProblem] = useState<{ field: string; message: string }>()
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next })
    setProblem(undefined)
  }
  const findError = (field: string) => (problem?.field === field ? problem.message : undefined)
  const read = readVerdict(decision, draft)
  const isComplete = !('field' in read)
  const onlyKind = kinds.length === 1 ? kinds[0] : undefined
  const hasMail = decision !== 'verify' && decision !== 'reopen' && !draft.isSilent
  const submit = () => {
    if (isComplete) {
      return onDecide(read)
    }
    setProblem(read)
    focusField(read.field)
  }
  // Offer only reasons that fit every kind of entry in the selection.
  const reasons = reasonKeys.filter((key) => kinds.every((kind) => fitsEntry(key, kind, isFree)))
  return (
    <CommandDialog
      {...dialog}
      title={
        <>
          {decisionWords[decision]}: <bdi>{subject}</bdi>
        </>
      }
      confirm={confirm}
      errorTitle="Some entries were not decided"
      errorText={pressAgain(dialog.command?.error)}
      isWide={hasMail}
      footer={
        hasMail && (
          <MailPreview
            {...writeDecisionMail({
              ...draft,
              decision,
              kind: onlyKind,
              what,
              reasons: isComplete ? read.reasons : [],
            })}
          />
        )
      }
      onSubmit={submit}
    >
      {decision === 'ask-correction' && (
        <fieldset aria-describedby={findError('reasons') && 'reasons-error'}>
          <legend className="font-semibold">What is wrong?</legend>
          {findError('reasons') && (
            <p id="reasons-error" role="alert" className="font-semibold text-artery">
              {findError('reasons')}
            </p>
          )}
          {reasons.map((key, index) => (
            <Check
              key={key}
              id={index === 0 ? 'field-reasons' : undefined}
              className="border-b border-rule"
              checked={draft.ticked.includes(key)}
              onChange={({ target: { checked } }) => {
                const others = draft.ticked.filter((other) => other !== key)
                change({ ticked: checked ? [...others, key] : others })
              }}
            >
              {findReason(key).label}
            </Check>
          ))}
        </fieldset>
      )}
      {draft.ticked.includes('amount-short') && (
        <TextField
          path="difference"
          label="Missing amount in rupees"
          inputMode="numeric"
          value={draft.difference}
          error={findError('difference')}
          onChange={(difference) => change({ difference })}
        />
      )}
      {decision === 'reject' && !isFree && (
        <ChoiceField
          path="money"
          label="If they have paid, or pay later"
          hint="Either way, the payment is listed under Refunds."
          isOptional
          choices={[
            { value: '', label: 'Don’t mention it' },
            ...moneyChoices.map((value) => ({ value, label: moneyWords[value] })),
          ]}
          value={draft.money ?? ''}
          onChange={(chosen) => {
            const { money: _before, ...rest } = draft
            const money = moneyChoices.find((value) => value === chosen)
            setDraft(money ? { ...rest, money } : rest)
          }}
        />
      )}
      {hasMail && (
        <TextField
          path="note"
          label="Message to the participant"
          isOptional
          maxLength={500}
          value={draft.note}
          onChange={(note) => change({ note })}
        />
      )}
      {unreached > 0 && !draft.isSilent && (
        <div>
          <p>
            <b>{formatCount(unreached, 'participant gets', 'participants get')} no e-mail</b>,
            because no earlier one was delivered.
          </p>
          <Check
            checked={draft.writeToAll === true}
            onChange={({ target: { checked: writeToAll } }) => change({ writeToAll })}
          >
            E-mail them anyway
          </Check>
        </div>
      )}
      {decision === 'reject' && (
        <Check
          checked={draft.isSilent === true}
          onChange={({ target }) => change({ isSilent: target.checked })}
        >
          Reject without an e-mail (for junk)
        </Check>
      )}
      {decision === 'reopen' && <p>This moves the entry back to waiting. No e-mail is sent.</p>}
      {summary?.(draft)}
    </CommandDialog>
  )
}

const pressAgain = (failure: { message: string } | null | undefined) =>
  failure ? `${failure.message} Press again: no entry is decided twice.` : undefined

export const MailPreview = ({ title, text }: { title: string; text: readonly string[] }) => (
  <section
    aria-label="The e-mail will say"
    className="max-h-48 overflow-y-auto border border-rule bg-paper p-3 lg:max-h-96"
  >
    <p className="head">The e-mail will say</p>
    <div aria-live="polite">
      <p className="mt-1 font-semibold">{title}</p>
      <p className="mt-1 break-words whitespace-pre-line">{text.join('\n')}</p>
    </div>
  </section>
)
