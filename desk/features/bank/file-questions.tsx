import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { type Columns, columnsSchema } from '../../../festival/bank/columns'
import { Button } from '../../../ui/button'
import { describedBy, FieldNotes, type FieldProps, fieldId, OptionalMark } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import type { ColumnsAsked } from './file-worker'

/** Asks for a PDF's password; it opens the file on this device and goes nowhere. */
export const PasswordForm = ({ isWrong, onPassword }: { isWrong: boolean; onPassword: (password: string) => void }) => {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onPassword(password)
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3">
      <p>
        The bank has locked this PDF. Its letter says the password, often a name and a birthday or the account’s number.
      </p>
      <TextField
        path="password"
        label="Password of the file"
        type="password"
        autoComplete="off"
        hint="It is used on this device only, and kept nowhere."
        value={password}
        error={isWrong && password === '' ? 'This password does not open the file.' : undefined}
        onChange={setPassword}
      />
      <Button type="submit">Open the file</Button>
    </form>
  )
}

const parts: readonly FieldProps[] = [
  { path: 'day', label: 'Day of the payment' },
  { path: 'credit', label: 'Amount, or what comes (credit, deposit)' },
  { path: 'debit', label: 'What goes (debit, withdrawal)', hint: 'If it has a column of its own.', isOptional: true },
  { path: 'side', label: 'CR or DR', hint: 'If a column says which way the amount went.', isOptional: true },
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

const startDraft = ({ day, balance, text, money, states: [state, type] = [] }: Partial<Columns>): Draft => {
  const { kind: _kind, amount, ...columns } = { amount: undefined, kind: undefined, ...money }
  return { credit: amount, ...columns, day, balance, text, state, type }
}

/** The columns that a draft names; undefined while one is missing that no statement can be read without. */
const readDraft = ({ credit: amount, debit, side, state, type, ...draft }: Draft): Columns | undefined => {
  const one = side === undefined ? { kind: 'one column', amount } : { kind: 'with side', amount, side }
  const money = debit === undefined ? one : { kind: 'two columns', debit, credit: amount }
  const states = [state, type].filter((column) => column !== undefined)
  const read = v.safeParse(columnsSchema, { ...draft, states, money })
  return read.success ? read.output : undefined
}

/**
 * Asks which column is which, where nothing proves it, with what the columns read (`children`) beside (behaviour 15.3).
 */
export const ColumnsForm = ({
  asked: { why, columns, likely },
  canUse,
  onTry,
  onUse,
  children,
}: {
  asked: ColumnsAsked
  /** Whether what was tried last reads payments. */
  canUse: boolean
  onTry: (columns: Columns) => void
  onUse: (columns: Columns) => unknown
  children: ReactNode
}) => {
  const [draft, setDraft] = useState(() => startDraft(likely))
  const chosen = useMemo(() => readDraft(draft), [draft])
  useEffect(() => {
    if (chosen) onTry(chosen)
  }, [chosen, onTry])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen && canUse) onUse(chosen)
  }
  return (
    <form onSubmit={submit} aria-label="Columns" className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <p>{why} The desk remembers it for all organisers.</p>
        {parts.map((part) => (
          <div key={part.path}>
            <label htmlFor={fieldId(part.path)} className="font-semibold">
              {part.label}
              {part.isOptional && <OptionalMark />}
            </label>
            <FieldNotes {...part} />
            <select
              id={fieldId(part.path)}
              value={draft[part.path] ?? ''}
              required={!part.isOptional}
              aria-describedby={describedBy(part)}
              onChange={({ target: { value } }) =>
                setDraft({ ...draft, [part.path]: value === '' ? undefined : Number(value) })
              }
              className="target mt-1 block w-full border border-line bg-paper px-2"
            >
              <option value="">{part.isOptional ? 'None' : 'Choose …'}</option>
              {columns.map((name, column) => (
                <option key={name} value={column}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        ))}
        <Button type="submit" disabled={!chosen || !canUse}>
          Use these columns
        </Button>
      </div>
      <section aria-label="Preview" aria-live="polite" className="grid min-w-0 content-start gap-3">
        {children}
      </section>
    </form>
  )
}
