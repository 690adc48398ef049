import { useState } from 'react'
import * as v from 'valibot'
import { type Columns, columnsSchema } from '../../../festival/bank/columns'
import type { KnownColumns } from '../../../festival/bank/statement'
import { Button } from '../../../ui/button'
import type { FieldProps } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { Form, SelectField } from '../../fields'
import { formatNumber } from '../../words'
import type { ColumnsQuestion, DirectionQuestion } from './file-worker'
import { RowLine, UnreadableLines } from './lines'

/** The password never leaves the browser. */
export const PasswordForm = ({
  isWrong,
  onPassword,
}: {
  isWrong: boolean
  onPassword: (password: string) => void
}) => {
  const [password, setPassword] = useState('')
  return (
    <Form onSubmit={() => password !== '' && onPassword(password)} className="grid max-w-md gap-3">
      <p>
        The bank has locked this PDF. The bank’s e-mail explains the password: often a name and date
        of birth, or the account number.
      </p>
      <TextField
        path="password"
        label="Password of the file"
        type="password"
        hint="It is used on this device only and never saved."
        value={password}
        error={isWrong && password === '' ? 'This password does not open the file.' : undefined}
        onChange={setPassword}
      />
      <Button type="submit">Open the file</Button>
    </Form>
  )
}

const columnFields: readonly FieldProps[] = [
  { path: 'word', label: 'Value that means “received”' },
  { path: 'day', label: 'Day of the payment' },
  { path: 'credit', label: 'Amount, or money in (credit, deposit)' },
  ...[
    ['debit', 'Money out (debit, withdrawal)', 'If it has its own column.'],
    ['side', 'CR or DR', 'If a column says which way the amount went.'],
    ['state', 'Status', 'Only payments clearly received count, not failed or pending ones.'],
    ['type', 'Type', 'Payment or refund.'],
    ['refund', 'Refund', 'The amount refunded, or a word for it.'],
    ['unit', 'Rupees or paise', 'Asked when all amounts are whole numbers.'],
    ['balance', 'Balance', 'It proves that no row is missing.'],
    [
      'text',
      'Text of the payment',
      'The column with the payer’s note. UTRs are found in the other columns too.',
    ],
  ].map(([path = '', label = '', hint]) => ({ path, label, hint, isOptional: true })),
]

type Draft = Readonly<Record<string, number | undefined>>

const units = ['Rupees', 'Paise: 60000 is ₹600']

const startDraft = ({
  money,
  states = [],
  refunds = [],
  isPaise,
  day,
  balance,
  text,
}: Partial<Columns>): Draft => {
  const { kind: _kind, amount, ...columns } = { amount: undefined, kind: undefined, ...money }
  const [state, type] = states
  const [refund] = refunds
  const unit = isPaise === undefined ? undefined : Number(isPaise)
  return { credit: amount, ...columns, day, balance, text, state, type, refund, unit }
}

/**
 * Returns undefined while a required column is missing. Keeps the likely states and refunds, which
 * the form does not show.
 */
const readDraft = (
  draft: Draft,
  { likely, statusValues }: ColumnsQuestion,
): Columns | undefined => {
  const { states = [], refunds = [] } = likely
  const { credit: amount, debit, side, unit, state, type, refund, word, ...others } = draft
  if (statusValues.length > 0 && word === undefined) {
    return undefined
  }
  const received = statusValues[(word ?? 0) - 1]
  const isColumn = (column: number | undefined) => column !== undefined
  const stateColumns = [state, type, ...states.slice(2), received?.column].filter(isColumn)
  const parsed = v.safeParse(columnsSchema, {
    ...others,
    states: [...new Set(stateColumns)],
    refunds: [refund, ...refunds.slice(1)].filter(isColumn),
    money: readMoneyColumns({ amount, debit, side }),
    isPaise: unit === undefined ? undefined : unit === 1,
    asked: [...new Set(statusValues.map(({ column }) => column))],
    received,
  })
  return parsed.success ? parsed.output : undefined
}

const readMoneyColumns = ({ amount, debit, side }: Draft) => {
  if (debit !== undefined) {
    return { kind: 'two columns', debit, credit: amount }
  }
  return side === undefined ? { kind: 'one column', amount } : { kind: 'with side', amount, side }
}

export const SheetsForm = ({
  choices,
  onUse,
}: {
  choices: readonly number[][]
  onUse: (sheets: number[]) => void
}) => (
  <section aria-label="Sheets" className="grid justify-items-start gap-3">
    <p className="measure">
      Several sheets of this file look like a statement. Which one is the festival’s account?
    </p>
    {choices.map((sheets) => (
      <Button key={sheets.join()} shape="secondary" onClick={() => onUse(sheets)}>
        Sheet {sheets.map((index) => index + 1).join(', ')}
      </Button>
    ))}
  </section>
)

export const DirectionForm = ({
  question: { examples, count: total, unreadable, unreadableCount },
  onAnswer,
}: {
  question: DirectionQuestion
  onAnswer: (areReceived: boolean) => void
}) => (
  <section aria-label="Direction" className="@container grid justify-items-stretch gap-3">
    <h2 className="text-lg">Are all of these payments that you received?</h2>
    <p className="measure">
      Nothing in this file says whether{' '}
      {total === 1 ? 'this payment' : `these ${formatNumber(total)} payments`} came in or went out.{' '}
      {total > examples.length && 'Here are the first few.'}
    </p>
    <div>
      {examples.map((row) => (
        <RowLine key={row.line} row={row} label={`Line ${row.line}`} />
      ))}
    </div>
    {unreadableCount > 0 && (
      <>
        <p className="measure">
          Other lines could not be read. If one of them is money that went out, press No.
        </p>
        <UnreadableLines lines={unreadable} total={unreadableCount} isOpen />
      </>
    )}
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => onAnswer(true)}>Yes, all were received</Button>
      <Button shape="secondary" onClick={() => onAnswer(false)}>
        No, some went out
      </Button>
    </div>
  </section>
)

export const ColumnsForm = ({
  question,
  onUse,
}: {
  question: ColumnsQuestion
  onUse: (chosen: KnownColumns) => void
}) => {
  const { why, key, columns: headings, likely, statusValues } = question
  const [draft, setDraft] = useState(() => startDraft(likely))
  const columns = readDraft(draft, question)
  const statusLabels = statusValues.map(
    ({ column, word }) => `“${word}” under “${headings[column]}”`,
  )
  const labels: Record<string, readonly string[]> = {
    unit: units,
    word: ['None of these', ...statusLabels],
  }
  return (
    <Form
      onSubmit={() => columns && onUse({ key, columns })}
      aria-label="Columns"
      className="grid gap-4"
    >
      <p className="measure">{why} The desk remembers it for all organisers.</p>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        {columnFields.slice(statusValues.length > 0 ? 0 : 1).map((field) => (
          <SelectField
            key={field.path}
            {...field}
            value={draft[field.path] ?? ''}
            emptyLabel={field.isOptional ? 'None' : 'Choose …'}
            choices={(labels[field.path] ?? headings).map((label, index) => ({
              label,
              value: String(index),
            }))}
            onChange={(value) =>
              setDraft({ ...draft, [field.path]: value === '' ? undefined : Number(value) })
            }
          />
        ))}
      </div>
      <p>
        <Button type="submit" disabled={!columns}>
          Use these columns
        </Button>
      </p>
    </Form>
  )
}
