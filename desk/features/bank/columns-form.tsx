import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import type { Columns } from '../../../festival/bank/columns'
import { Button } from '../../../ui/button'
import { ChoiceField } from '../../../ui/choice-field'
import { describedBy, FieldNotes, type FieldProps, OptionalMark } from '../../../ui/field'
import { fieldId } from '../../../ui/field-id'
import { writeDay } from '../../words'
import type { Answer, AsksForColumns } from './file-worker'

const moneyKinds = [
  { value: 'two columns', label: 'Two columns: what goes, what comes' },
  { value: 'with side', label: 'One column, another says CR or DR' },
  { value: 'one column', label: 'One column; a minus or Dr says what goes' },
]

interface Part extends FieldProps {
  /** For which kinds of money it is asked; left out, for all. */
  of?: readonly string[]
}

const parts: readonly Part[] = [
  { path: 'day', label: 'Day of the payment' },
  { path: 'debit', label: 'What goes (debit, withdrawal)', of: ['two columns'] },
  { path: 'credit', label: 'What comes (credit, deposit)', of: ['two columns'] },
  { path: 'amount', label: 'Amount', of: ['with side', 'one column'] },
  { path: 'side', label: 'CR or DR', of: ['with side'] },
  {
    path: 'state',
    label: 'Status',
    hint: 'Only what was clearly received counts: failed and pending payments do not.',
    isOptional: true,
  },
  { path: 'type', label: 'Type', hint: 'Payment or refund.', isOptional: true },
  { path: 'balance', label: 'Balance', hint: 'It proves that no row is missing.', isOptional: true },
  {
    path: 'text',
    label: 'Text of the payment',
    hint: 'Where the payer’s note stands. Every other text is looked through for numbers, too.',
    isOptional: true,
  },
]

/** The columns that were chosen, by the path of their part. */
type Draft = Readonly<Record<string, number | undefined>>

const startDraft = ({ day, money, balance, states = [] }: Partial<Columns>): Draft => {
  const { kind: _kind, ...columns } = money ?? { kind: undefined }
  return { ...columns, day, balance, state: states[0], type: states[1] }
}

/** The columns that a draft names; undefined while one is missing that no statement can be read without. */
const readDraft = (kind: string, { day, debit, credit, amount, side, balance, text, state, type }: Draft) => {
  const money: Columns['money'] | undefined =
    kind === 'two columns'
      ? debit === undefined || credit === undefined
        ? undefined
        : { kind, debit, credit }
      : amount === undefined || (kind === 'with side' && side === undefined)
        ? undefined
        : side === undefined || kind === 'one column'
          ? { kind: 'one column', amount }
          : { kind: 'with side', amount, side }
  if (day === undefined || !money) return undefined
  const states = [state, type].filter((column) => column !== undefined)
  return { day, money, states, ...(balance === undefined ? {} : { balance }), ...(text === undefined ? {} : { text }) }
}

const ColumnField = ({
  columns,
  value,
  onChange,
  ...field
}: FieldProps & {
  columns: readonly string[]
  value: number | undefined
  onChange: (column: number | undefined) => void
}) => (
  <div>
    <label htmlFor={fieldId(field.path)} className="font-semibold">
      {field.label}
      {field.isOptional && <OptionalMark />}
    </label>
    <FieldNotes {...field} />
    <select
      id={fieldId(field.path)}
      value={value ?? ''}
      required={!field.isOptional}
      aria-describedby={describedBy(field)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      className="target mt-1 block w-full border border-line bg-paper px-2"
    >
      <option value="">{field.isOptional ? 'None' : 'Choose …'}</option>
      {columns.map((name, column) => (
        <option key={name} value={column}>
          {name}
        </option>
      ))}
    </select>
  </div>
)

/** What the columns read of the file, while they are chosen. */
const Preview = ({ tried }: { tried: Answer | undefined }) => {
  if (!tried) return <p className="text-faded">Choose the columns; the first payments show here as you go.</p>
  if (tried.kind !== 'read')
    return <p className="font-semibold text-artery">{tried.kind === 'refused' && tried.words}</p>
  const { firstCredits, unreadable, unreadableMore, verdict } = tried
  const [failed] = unreadable
  return (
    <div className="grid gap-2">
      {firstCredits.length > 0 ? (
        <h3 className="head">The first payments, as they are read now</h3>
      ) : (
        <p className="font-semibold text-artery">No payment is read with these columns.</p>
      )}
      <ul className="figures">
        {firstCredits.map(({ line, day, amount, narration, reference }) => (
          <li key={line} className="border-b border-rule py-1.5 wrap-anywhere">
            <b>{writePaise(amount)}</b> · {writeDay(day)} · line {line}
            <span className="block text-faded">{[narration, reference].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {failed && (
        <p className="text-artery">
          {unreadable.length + unreadableMore} lines cannot be read with these columns; line {failed.line}: {failed.why}
          .
        </p>
      )}
      {[verdict.refusal ?? '', ...verdict.notes].filter(Boolean).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  )
}

/** Asks which column is which, where nothing proves it, with the file's first payments beside (behaviour 15.3). */
export const ColumnsForm = ({
  asked: { why, columns, likely },
  tryColumns,
  onChosen,
}: {
  asked: AsksForColumns
  tryColumns: (columns: Columns) => Promise<Answer> | undefined
  onChosen: (columns: Columns) => void
}) => {
  const [kind, setKind] = useState<string>(likely.money?.kind ?? 'two columns')
  const [draft, setDraft] = useState(() => startDraft(likely))
  const [tried, setTried] = useState<Answer>()
  const chosen = useMemo(() => readDraft(kind, draft), [kind, draft])
  useEffect(() => {
    let isWanted = true
    if (!chosen) setTried(undefined)
    else void tryColumns(chosen)?.then((answer) => isWanted && setTried(answer))
    return () => {
      isWanted = false
    }
  }, [chosen, tryColumns])
  const canRead = tried?.kind === 'read' && tried.firstCredits.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen && canRead) onChosen(chosen)
  }
  const field = ({ of: kinds, ...part }: Part) =>
    (kinds?.includes(kind) ?? true) && (
      <ColumnField
        key={part.path}
        {...part}
        columns={columns}
        value={draft[part.path]}
        onChange={(column) => setDraft({ ...draft, [part.path]: column })}
      />
    )
  return (
    <form onSubmit={submit} aria-label="Columns" className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <p>{why} The desk remembers it for all organisers.</p>
        <ChoiceField
          path="money"
          label="How does the money stand?"
          choices={moneyKinds}
          value={kind}
          onChange={setKind}
        />
        {parts.map(field)}
        <Button type="submit" disabled={!canRead}>
          Use these columns
        </Button>
      </div>
      <section aria-label="Preview" aria-live="polite" className="min-w-0">
        <Preview tried={tried} />
      </section>
    </form>
  )
}
