import { type FormEvent, type ReactNode, useState } from 'react'
import type { FormKind } from '../../../festival/api'
import { writeBadNews } from '../../../festival/desk/decision-mail'
import { type ReasonKey, reasonOf, reasonsFor } from '../../../festival/desk/reasons'
import { type Decision, decisionWords, moneyChoices, moneyWords } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { ChoiceField } from '../../../ui/choice-field'
import { Dialog } from '../../../ui/dialog'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { type Draft, emptyDraft, readVerdict, type Verdict } from './verdict'

const Reasons = ({
  kinds,
  draft,
  error,
  onTick,
}: {
  kinds: readonly FormKind[]
  draft: Draft
  error: string | undefined
  onTick: (key: ReasonKey, isTicked: boolean) => void
}) => {
  // What can be said of all of them.
  const offered = reasonsFor(kinds[0] ?? 'registration').filter((key) =>
    kinds.every((kind) => reasonOf(key).kinds.includes(kind)),
  )
  return (
    <fieldset aria-describedby={error ? 'reasons-error' : undefined}>
      <legend className="font-semibold">What is wrong?</legend>
      {error && (
        <p id="reasons-error" role="alert" className="font-semibold text-artery">
          {error}
        </p>
      )}
      {offered.map((key, index) => (
        <label key={key} className="target flex cursor-pointer items-center gap-3 border-b border-rule">
          <input
            id={index === 0 ? 'field-reasons' : undefined}
            type="checkbox"
            checked={draft.ticked.includes(key)}
            onChange={(event) => onTick(key, event.target.checked)}
            className="size-5 shrink-0 accent-ink"
          />
          {reasonOf(key).label}
        </label>
      ))}
    </fieldset>
  )
}

/** What the registrant will read. */
const MailPreview = ({ title, text }: { title: string; text: readonly string[] }) => (
  <section
    aria-label="The mail will say"
    className="max-h-48 overflow-y-auto border border-rule bg-paper p-3 lg:max-h-96"
  >
    <p className="head">The mail will say</p>
    <div aria-live="polite">
      <p className="mt-1 font-semibold">{title}</p>
      {text.map((sentence) => (
        <p key={sentence} className="mt-1">
          {sentence}
        </p>
      ))}
    </div>
  </section>
)

/**
 * Asks for what a decision needs before it is taken: its reasons, a sentence to the registrant; and shows what the mail will
 * say (behaviour 14.74).
 */
export const DecisionDialog = ({
  decision,
  kinds,
  what = '…',
  subject,
  initial = emptyDraft,
  children,
  confirm,
  isLocked = false,
  onDecide,
  onClose,
}: {
  decision: Decision
  /** The kinds of the submissions that it is about. */
  kinds: readonly FormKind[]
  /** The event or pass, as the mail names it; absent where they are several. */
  what?: string
  /** "Asha Rao", or "12 submissions". */
  subject: string
  /** What is ticked and typed at first. */
  initial?: Draft
  /** What else must be known before the press. */
  children?: ReactNode
  /** What the button says where not just the decision's word. */
  confirm?: string
  isLocked?: boolean
  onDecide: (verdict: Verdict) => void
  onClose: () => void
}) => {
  const [draft, setDraft] = useState(initial)
  const [problem, setProblem] = useState<{ field: string; words: string }>()
  const change = (next: Draft) => {
    setDraft(next)
    setProblem(undefined)
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.words : undefined)
  const read = readVerdict(decision, draft)
  const mail =
    decision === 'verify' || decision === 'reopen'
      ? undefined
      : writeBadNews({
          ...draft,
          decision,
          kind: kinds.length === 1 ? kinds[0] : undefined,
          what,
          reasons: 'field' in read ? [] : read.reasons,
        })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('field' in read) {
      setProblem(read)
      focusField(read.field)
    } else onDecide(read)
  }
  const tick = (key: ReasonKey, isTicked: boolean) =>
    change({ ...draft, ticked: isTicked ? [...draft.ticked, key] : draft.ticked.filter((other) => other !== key) })
  return (
    <Dialog
      title={
        <>
          {decisionWords[decision]}: <bdi>{subject}</bdi>
        </>
      }
      isLocked={isLocked}
      onClose={onClose}
      className={mail ? 'lg:w-[56rem]' : ''}
    >
      <form noValidate onSubmit={submit} className={`grid gap-4 ${mail ? 'lg:grid-cols-2 lg:items-start' : ''}`}>
        <div className="grid gap-4">
          {decision === 'ask-correction' && (
            <Reasons kinds={kinds} draft={draft} error={errorOf('reasons')} onTick={tick} />
          )}
          {draft.ticked.includes('amount-short') && (
            <TextField
              path="difference"
              label="Rupees that are missing"
              inputMode="numeric"
              value={draft.difference}
              error={errorOf('difference')}
              onChange={(difference) => change({ ...draft, difference })}
            />
          )}
          {decision === 'reject' && (
            <ChoiceField
              path="money"
              label="Money that came, or comes later"
              hint="It is listed under Refunds, whatever is chosen here."
              isOptional
              choices={[
                { value: '', label: 'Say nothing about it' },
                ...moneyChoices.map((value) => ({ value, label: moneyWords[value] })),
              ]}
              value={draft.money ?? ''}
              onChange={(chosen) => {
                const { money: _before, ...rest } = draft
                const money = moneyChoices.find((value) => value === chosen)
                change(money ? { ...rest, money } : rest)
              }}
            />
          )}
          {mail && (
            <TextField
              path="note"
              label="A sentence to the registrant"
              isOptional
              maxLength={500}
              value={draft.note}
              onChange={(note) => change({ ...draft, note })}
            />
          )}
          {decision === 'reopen' && <p>It waits for a check again. The registrant gets no mail about it.</p>}
          {children}
        </div>
        <div
          className={`sticky bottom-0 -mx-5 -mb-5 grid gap-2 border-t border-rule bg-leaf p-3 ${mail ? 'lg:top-16 lg:bottom-auto lg:m-0 lg:border-0 lg:p-0' : ''}`}
        >
          {mail && <MailPreview {...mail} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" className="flex-1" disabled={isLocked}>
              {confirm ?? decisionWords[decision]}
            </Button>
            <Button shape="secondary" disabled={isLocked} onClick={onClose}>
              Cancel
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
