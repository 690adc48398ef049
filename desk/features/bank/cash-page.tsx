import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import {
  bankHolder,
  type Cash,
  type CashHolder,
  type CashMove,
} from '../../../festival/contract/cash'
import { sumBy } from '../../../festival/sum-by'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { moneyCommand, queryCall, useCommand, useMayAct, useMe } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { DialogButton } from '../../dialog-button'
import { SelectField, useAmount } from '../../fields'
import { closeWith } from '../../messages'
import { Page } from '../../page'
import { type Column, figures, List, Table } from '../../rows'
import { formatMoment } from '../../words'
import { PersonLink } from './lines'
import { UndoRecordedLine } from './undo-recorded-line'

const Amount = ({ amount }: { amount: number }) => (
  <span className={amount === 0 ? 'text-faded' : ''}>{formatPaise(amount)}</span>
)

const formatHolder = (holder: string | null) => {
  if (holder === bankHolder) {
    return 'the bank'
  }
  return holder === null ? 'a participant' : holder || 'not recorded'
}

const flows = [
  ['taken', 'Collected'],
  ['received', 'Received'],
  ['handover', 'Handed over'],
  ['returned', 'Refunded'],
] as const

const holderColumns: readonly Column<CashHolder>[] = [
  [
    'Who',
    ({ holder }) => (
      <b className="font-semibold">{holder === bankHolder ? 'The bank' : formatHolder(holder)}</b>
    ),
    'sm:min-w-36 wrap-anywhere',
  ],
  ['Holds', ({ holds }) => <b className="font-semibold">{formatPaise(holds)}</b>, figures],
  ...flows.map(
    ([key, head]): Column<CashHolder> => [
      head,
      (holder) => <Amount amount={holder[key]} />,
      figures,
    ],
  ),
]

export const CashPage = () => {
  const mayHandOver = useMayAct('verifier')
  const cash = useQuery(queryCall('readCash', {}))
  const { data } = cash
  const [recorded, setRecorded] = useState('')
  const bank = data?.holders.find(({ holder }) => holder === bankHolder)
  const organisers = data?.holders.filter((holder) => holder !== bank) ?? []
  return (
    <Page
      title="Cash"
      intro="Organisers hold the cash they collect until they hand it over or refund it. To correct a mistake, use the button beside its line."
      query={cash}
      what="The cash cannot be shown."
    >
      {data && (
        <p className="figures my-3" role="status">
          <b className="text-lg">{formatPaise(sumBy(organisers, ({ holds }) => holds))}</b> is with
          organisers{bank && `, not counting ${formatPaise(bank.holds)} at the bank`}.
        </p>
      )}
      {data && data.holders.length > 0 && mayHandOver && (
        <DialogButton
          shape="primary"
          className="mb-4"
          dialog={(close) => (
            <HandOverDialog cash={data} onRecorded={setRecorded} onClose={close} />
          )}
        >
          Hand over …
        </DialogButton>
      )}
      {recorded && <p className="mb-4 font-semibold wrap-anywhere text-lymph">{recorded}</p>}
      <Table
        title="Who holds how much"
        tableClassName="cards"
        columns={holderColumns}
        rows={data && (bank ? [...organisers, bank] : organisers)}
        rowKey="holder"
        emptyText="No cash has been collected yet."
      />
      <List
        title="Collected, handed over, refunded"
        rows={data?.moves}
        rowKey="id"
        className="mt-8"
        itemClassName="figures break-words py-2"
      >
        {(move) => <CashMoveLine move={move} />}
      </List>
    </Page>
  )
}

const moveLabels: Readonly<Record<CashMove['kind'], string>> = {
  taken: 'paid in cash',
  returned: 'was refunded in cash',
  handover: '',
}

const CashMoveLine = ({
  move: { id, at, by, kind, from, to, amount, entryId, removed },
}: {
  move: CashMove
}) => {
  const what = (
    <>
      <b>{formatPaise(amount)}</b> from {formatHolder(from)} to {formatHolder(to)}
    </>
  )
  return (
    <>
      {entryId && (
        <PersonLink entry={{ ...entryId, entryId: entryId.id }}>{moveLabels[kind]}</PersonLink>
      )}
      {removed ? <s className="text-faded">{what}</s> : what}
      <span className="block text-faded">
        {formatMoment(at)}, recorded by {by}
      </span>
      {removed && (
        <span className="block">
          Removed by {removed.by}, {formatMoment(removed.at)}
        </span>
      )}
      {kind !== 'returned' && !removed && <UndoRecordedLine id={id} by={by} from="cash" />}
    </>
  )
}

const nameChoice = (holder: string, own: string, bankLabel: string): string => {
  if (holder === own) {
    return `${holder} (you)`
  }
  return holder === bankHolder ? bankLabel : formatHolder(holder)
}

const HandOverDialog = ({
  cash: { holders, people },
  onRecorded,
  onClose,
}: {
  cash: Cash
  onRecorded: (text: string) => void
  onClose: () => void
}) => {
  const isAdmin = useMayAct('admin')
  const own = useMe()?.email ?? ''
  const [id] = useState(makeUuid)
  const [from, setFrom] = useState(own)
  const [to, setTo] = useState('')
  const holds = Math.max(0, holders.find(({ holder }) => holder === from)?.holds ?? 0)
  const { paise: amount, field, check } = useAmount('', holds)
  const handingOver = useCommand('handOver', {
    ...moneyCommand,
    onSuccess: () => {
      const text = `Recorded: ${formatPaise(amount)} from ${formatHolder(from)} to ${formatHolder(to)}.`
      onRecorded(text)
      closeWith(onClose, text)
    },
  })
  const sources = holders.flatMap(({ holder }) => (holder === own ? [] : [holder]))
  const listChoices = (choices: readonly string[], bankLabel: string) =>
    choices.map((holder) => ({ value: holder, label: nameChoice(holder, own, bankLabel) }))
  return (
    <CommandDialog
      title="Hand over cash"
      confirm="Save"
      errorTitle="Not saved"
      command={handingOver}
      isDisabled={to === ''}
      onSubmit={() => check() && handingOver.mutate({ body: { id, from, to, amount } })}
      onClose={onClose}
    >
      <p>
        Hand over the money first and let the other person count it. They get an e-mail about it;
        for money deposited at the bank, the admins do.
      </p>
      {isAdmin && (
        <SelectField
          path="from"
          label="From"
          value={from}
          choices={listChoices([own, ...sources], 'The bank')}
          onChange={setFrom}
        />
      )}
      <SelectField
        path="to"
        label="To"
        value={to}
        emptyLabel="Choose …"
        choices={listChoices(
          [bankHolder, ...people].filter((holder) => holder !== from),
          'Deposited at the bank',
        )}
        onChange={setTo}
      />
      <TextField {...field} hint={`${formatPaise(holds)} can be handed over.`} />
    </CommandDialog>
  )
}
