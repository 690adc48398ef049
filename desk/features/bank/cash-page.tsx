import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import {
  bankHolder,
  type Cash,
  type CashHolder,
  type CashMove,
} from '../../../festival/contract/cash'
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
    ({ holder }) => <b className="font-semibold">{formatHolder(holder)}</b>,
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
  const cashSum = data?.holders
    .filter(({ holder }) => holder !== bankHolder)
    .reduce((sum, { holds }) => sum + holds, 0)
  return (
    <Page
      title="Cash"
      intro="Organisers hold the cash they collect until they hand it over or refund it. To correct a mistake, use the button beside its line."
      query={cash}
      what="The cash cannot be shown."
    >
      {cashSum !== undefined && (
        <p className="figures my-3" role="status">
          <b className="text-lg">{formatPaise(cashSum)}</b> is with organisers.
        </p>
      )}
      {data && data.holders.length > 0 && mayHandOver && (
        <DialogButton
          shape="primary"
          className="mb-4"
          dialog={(close) => <HandOverDialog cash={data} onClose={close} />}
        >
          Hand over …
        </DialogButton>
      )}
      <Table
        title="Who holds how much"
        tableClassName="cards"
        columns={holderColumns}
        rows={data?.holders}
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

const HandOverDialog = ({
  cash: { holders, people },
  onClose,
}: {
  cash: Cash
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
    onSuccess: () => closeWith(onClose, `Recorded: ${formatPaise(amount)} handed over`),
  })
  const sources = holders.flatMap(({ holder }) => (holder === own ? [] : [holder]))
  const nameChoice = (holder: string) => {
    if (holder === own) {
      return `${holder} (you)`
    }
    return holder === bankHolder ? 'Deposited at the bank' : formatHolder(holder)
  }
  const toHolderChoice = (holder: string) => ({ value: holder, label: nameChoice(holder) })
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
          choices={[own, ...sources].map(toHolderChoice)}
          onChange={setFrom}
        />
      )}
      <SelectField
        path="to"
        label="To"
        value={to}
        emptyLabel="Choose …"
        choices={[bankHolder, ...people].filter((holder) => holder !== from).map(toHolderChoice)}
        onChange={setTo}
      />
      <TextField {...field} hint={`${formatPaise(holds)} can be handed over.`} />
    </CommandDialog>
  )
}
