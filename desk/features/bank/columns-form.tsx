import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import type { Columns } from '../../../festival/bank/columns'
import { Button } from '../../../ui/button'
import { CreditTable } from './credit-table'
import type { Answer, AsksForColumns } from './file-worker'

const moneyWords = {
  'two columns': 'Two columns: what goes, what comes',
  'with side': 'One column, another says CR or DR',
  'one column': 'One column; a minus or Dr says what goes',
} as const

type MoneyKind = keyof typeof moneyWords

const isMoneyKind = (text: string): text is MoneyKind => text in moneyWords

/** What is chosen so far: a column for each part, or none. */
interface Draft {
  kind: MoneyKind
  day?: number | undefined
  debit?: number | undefined
  credit?: number | undefined
  amount?: number | undefined
  side?: number | undefined
  balance?: number | undefined
  text?: number | undefined
  state?: number | undefined
  type?: number | undefined
}

const startDraft = ({ day, money, balance, states = [] }: Partial<Columns>): Draft => {
  const { kind = 'two columns', ...columns } = money ?? {}
  return { ...columns, kind, day, balance, state: states[0], type: states[1] }
}

const readMoneyOf = ({ kind, debit, credit, amount, side }: Draft): Columns['money'] | undefined => {
  if (kind === 'two columns') return debit === undefined || credit === undefined ? undefined : { kind, debit, credit }
  if (amount === undefined) return undefined
  if (kind === 'one column') return { kind, amount }
  return side === undefined ? undefined : { kind, amount, side }
}

/** The columns that a draft names; undefined while one is missing that no statement can be read without. */
const readDraft = (draft: Draft): Columns | undefined => {
  const { day, balance, text, state, type } = draft
  const money = readMoneyOf(draft)
  if (day === undefined || !money) return undefined
  return {
    day,
    money,
    states: [state, type].filter((column) => column !== undefined),
    ...(balance === undefined ? {} : { balance }),
    ...(text === undefined ? {} : { text }),
  }
}

const Choice = ({
  label,
  hint,
  value,
  columns,
  isOptional = false,
  onChange,
}: {
  label: string
  hint?: string
  value: number | undefined
  columns: readonly string[]
  isOptional?: boolean
  onChange: (column: number | undefined) => void
}) => {
  const id = useId()
  return (
    <p>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-faded"> (if there is one)</span>}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="block text-faded">
          {hint}
        </span>
      )}
      <select
        id={id}
        value={value ?? ''}
        required={!isOptional}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
        className="target mt-1 block w-full border border-line bg-paper px-2"
      >
        <option value="">{isOptional ? 'None' : 'Choose …'}</option>
        {columns.map((name, column) => (
          <option key={name} value={column}>
            {name}
          </option>
        ))}
      </select>
    </p>
  )
}

/** What the columns read of the file, while they are chosen. */
const Preview = ({ tried }: { tried: Answer | undefined }) => {
  if (!tried) return <p className="text-faded">Choose the columns; the first payments show here as you go.</p>
  if (tried.kind !== 'read')
    return <p className="font-semibold text-artery">{tried.kind === 'refused' && tried.words}</p>
  const { firstCredits, unreadable, unreadableMore, verdict } = tried
  const failed = unreadable.length + unreadableMore
  return (
    <>
      {firstCredits.length > 0 ? (
        <CreditTable caption="The first payments, as they are read now" rows={firstCredits} />
      ) : (
        <p className="font-semibold text-artery">No payment is read with these columns.</p>
      )}
      {failed > 0 && (
        <p className="mt-2 text-artery">
          {failed} lines cannot be read with these columns; line {unreadable[0]?.line}: {unreadable[0]?.why}.
        </p>
      )}
      {verdict.refusal && <p className="mt-2">{verdict.refusal}</p>}
    </>
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
  const [draft, setDraft] = useState(() => startDraft(likely))
  const [tried, setTried] = useState<Answer>()
  const moneyId = useId()
  const chosen = useMemo(() => readDraft(draft), [draft])
  useEffect(() => {
    let isWanted = true
    if (!chosen) setTried(undefined)
    else void tryColumns(chosen)?.then((answer) => isWanted && setTried(answer))
    return () => {
      isWanted = false
    }
  }, [chosen, tryColumns])
  const choice = (part: Exclude<keyof Draft, 'kind'>) => ({
    value: draft[part],
    columns,
    onChange: (column: number | undefined) => setDraft({ ...draft, [part]: column }),
  })
  const canRead = tried?.kind === 'read' && tried.firstCredits.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen && canRead) onChosen(chosen)
  }
  return (
    <form onSubmit={submit} aria-label="Columns" className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <p>{why} The desk remembers it for all organisers.</p>
        <Choice label="Day of the payment" {...choice('day')} />
        <p>
          <label htmlFor={moneyId} className="font-semibold">
            How does the money stand?
          </label>
          <select
            id={moneyId}
            value={draft.kind}
            onChange={({ target }) => isMoneyKind(target.value) && setDraft({ ...draft, kind: target.value })}
            className="target mt-1 block w-full border border-line bg-paper px-2"
          >
            {Object.entries(moneyWords).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </p>
        {draft.kind === 'two columns' ? (
          <>
            <Choice label="What goes (debit, withdrawal)" {...choice('debit')} />
            <Choice label="What comes (credit, deposit)" {...choice('credit')} />
          </>
        ) : (
          <Choice label="Amount" {...choice('amount')} />
        )}
        {draft.kind === 'with side' && <Choice label="CR or DR" {...choice('side')} />}
        <Choice
          label="Status"
          hint="Only what was clearly received counts: failed and pending payments do not."
          isOptional
          {...choice('state')}
        />
        <Choice label="Type" hint="Payment or refund." isOptional {...choice('type')} />
        <Choice label="Balance" hint="It proves that no row is missing." isOptional {...choice('balance')} />
        <Choice
          label="Text of the payment"
          hint="Where the payer’s note stands. Every other text is looked through for numbers, too."
          isOptional
          {...choice('text')}
        />
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
