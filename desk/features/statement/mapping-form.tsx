import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import type { Layout } from '../../../festival/statement/layout'
import type { ChosenColumns } from '../../../festival/statement/suggest-columns'
import { Button } from '../../../ui/button'
import type { Answer } from './answer-ask'
import { CreditTable } from './credit-table'
import { listColumns, type MappingDraft, readMapping, startMapping } from './mapping'

const moneyWords = {
  'two columns': 'Two columns: what goes, what comes',
  'with direction': 'One column, another says CR or DR',
  received: 'All received (a merchant app’s report)',
} as const

const isMoneyKind = (text: string): text is MappingDraft['money'] => text in moneyWords

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
  value: string
  columns: readonly string[]
  isOptional?: boolean
  onChange: (column: string) => void
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
        value={value}
        required={!isOptional}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="target mt-1 block w-full border border-line bg-paper px-2"
      >
        <option value="">{isOptional ? 'None' : 'Choose …'}</option>
        {columns.map((column) => (
          <option key={column}>{column}</option>
        ))}
      </select>
    </p>
  )
}

/** What a mapping reads of the file, while it is chosen. */
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
          {failed} lines cannot be read so; line {unreadable[0]?.line}: {unreadable[0]?.why}.
        </p>
      )}
      {verdict.refusal && <p className="mt-2">{verdict.refusal}</p>}
    </>
  )
}

/** Maps the columns of a file that nobody knows, with its first payments beside; it is asked once (behaviour 15.3). */
export const MappingForm = ({
  header,
  suggested,
  tryLayout,
  onMapped,
}: {
  header: readonly string[]
  suggested: Partial<ChosenColumns>
  tryLayout: (layout: Layout) => Promise<Answer> | undefined
  onMapped: (layout: Layout) => void
}) => {
  const [draft, setDraft] = useState(() => startMapping(suggested))
  const [tried, setTried] = useState<Answer>()
  const moneyId = useId()
  const nameId = useId()
  const columns = listColumns(header)
  const layout = useMemo(() => readMapping(draft, header), [draft, header])
  useEffect(() => {
    let isWanted = true
    if (!layout) setTried(undefined)
    else void tryLayout(layout)?.then((answer) => isWanted && setTried(answer))
    return () => {
      isWanted = false
    }
  }, [layout, tryLayout])
  const set = (change: Partial<MappingDraft>) => setDraft({ ...draft, ...change })
  const choice = (
    part: 'day' | 'narration' | 'reference' | 'balance' | 'debit' | 'credit' | 'amount' | 'direction',
  ) => ({
    value: draft[part],
    columns,
    onChange: (column: string) => set({ [part]: column }),
  })
  const canRead = tried?.kind === 'read' && tried.firstCredits.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (layout && canRead) onMapped(layout)
  }
  return (
    <form onSubmit={submit} aria-label="Columns" className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <p>
          Nobody has read a file with these columns here yet. Say which is which; the desk remembers it for all
          organisers.
        </p>
        <p>
          <label htmlFor={nameId} className="font-semibold">
            Which bank is it?
          </label>
          <input
            id={nameId}
            value={draft.name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => set({ name: target.value })}
            className="target mt-1 w-full border border-line bg-paper px-3"
          />
        </p>
        <Choice label="Day of the payment" {...choice('day')} />
        <Choice
          label="Text of the payment"
          hint="Where names, numbers and the payer’s note stand."
          {...choice('narration')}
        />
        <p>
          <label htmlFor={moneyId} className="font-semibold">
            How does the money stand?
          </label>
          <select
            id={moneyId}
            value={draft.money}
            onChange={({ target }) => isMoneyKind(target.value) && set({ money: target.value })}
            className="target mt-1 block w-full border border-line bg-paper px-2"
          >
            {Object.entries(moneyWords).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </p>
        {draft.money === 'two columns' ? (
          <>
            <Choice label="What goes (debit, withdrawal)" {...choice('debit')} />
            <Choice label="What comes (credit, deposit)" {...choice('credit')} />
          </>
        ) : (
          <Choice label="Amount" {...choice('amount')} />
        )}
        {draft.money === 'with direction' && <Choice label="CR or DR" {...choice('direction')} />}
        <Choice label="Balance" hint="It proves that no row is missing." isOptional {...choice('balance')} />
        <Choice
          label="Payment number (UTR, RRN)"
          hint="Only if it is the number that the UPI app shows, too."
          isOptional
          {...choice('reference')}
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
