import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readMoney, writePaise } from '../../../festival/bank/cells'
import { bankHolder, type Cash, type CashHolder, type HandOver } from '../../../festival/desk/cash'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { makeKey } from '../../../ui/make-key'
import { TextField } from '../../../ui/text-field'
import { answerOf, type CallFailed, call, meOptions, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { SelectField } from '../../fields'
import { announce } from '../../messages'
import { Nothing, Page } from '../../page'
import { writeMoment } from '../../words'
import { moneyCommand } from './bank'

const tellHolder = (holder: string | null) =>
  holder === bankHolder ? 'The bank' : holder === null ? 'a registrant' : holder || 'Nobody noted who'

const columns = ['holds', 'taken', 'received', 'handover', 'returned'] as const satisfies readonly (keyof CashHolder)[]
const heads = { holds: 'Holds', taken: 'Taken', received: 'Received', handover: 'Handed over', returned: 'Given back' }

/** On a phone what a holder has is a column, and how it came stands below their name. */
const onWide = (column: (typeof columns)[number]) => (column === 'holds' ? '' : 'max-sm:hidden')
const tellFlow = (one: CashHolder) =>
  columns
    .filter((column) => column !== 'holds' && one[column] > 0)
    .map((column) => `${heads[column]} ${writePaise(one[column])}`)
    .join(', ')

/** Who holds how much cash, and what was handed over to whom (behaviours 14.153 and 14.154). */
export const CashPage = () => {
  const mayHand = useMayAct('verifier')
  const [isHanding, setIsHanding] = useState(false)
  const cash = useQuery(answerOf('readCash', {}))
  const { data } = cash
  const { holders = [], moves = [] } = data ?? {}
  const held = holders.filter(({ holder }) => holder !== bankHolder).reduce((sum, { holds }) => sum + holds, 0)
  return (
    <Page
      title="Cash"
      intro="Whoever takes cash holds it until they hand it over or give it back: no decision about a submission moves money."
      of={cash}
      what="The cash cannot be shown."
    >
      {data && (
        <p className="figures mt-3" role="status">
          <b className="text-lg">{writePaise(held)}</b> is with organisers.
        </p>
      )}
      {holders.length > 0 && mayHand && (
        <Button className="mt-3" aria-haspopup="dialog" onClick={() => setIsHanding(true)}>
          Hand over …
        </Button>
      )}
      {holders.length > 0 && (
        <section aria-label="Who holds how much" className="mt-4 border-y border-line">
          <table className="w-full border-collapse">
            <thead>
              <tr>
                <th scope="col" className="head py-2 text-left font-normal">
                  Who
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col" className={`head py-2 pl-3 text-right font-normal ${onWide(column)}`}>
                    {heads[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {holders.map((one) => (
                <tr key={one.holder} className="border-t border-rule">
                  <th scope="row" className="min-w-36 py-2.5 text-left font-semibold break-all">
                    {tellHolder(one.holder)}
                    <span className="figures block font-normal text-faded sm:hidden">{tellFlow(one)}</span>
                  </th>
                  {columns.map((column) => (
                    <td
                      key={column}
                      className={`figures pl-3 text-right whitespace-nowrap ${column === 'holds' ? 'font-semibold' : onWide(column)}`}
                    >
                      {writePaise(one[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data && holders.length === 0 && <Nothing>Nobody has taken any cash.</Nothing>}
      {moves.length > 0 && (
        <section aria-labelledby="moves" className="mt-8">
          <h2 id="moves" className="text-lg">
            Handed over or given back
          </h2>
          <ul className="mt-1 border-t border-line">
            {moves.map(({ id, at, by, from, to, amount }) => (
              <li key={id} className="figures border-b border-rule py-2.5 break-words">
                <b>{writePaise(amount)}</b> from {tellHolder(from)} to {tellHolder(to)}
                <span className="block text-faded">
                  {writeMoment(at)}, noted by {by}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data && isHanding && <HandDialog cash={data} onClose={() => setIsHanding(false)} />}
    </Page>
  )
}

const HandDialog = ({ cash: { holders, people }, onClose }: { cash: Cash; onClose: () => void }) => {
  const client = useQueryClient()
  const isAdmin = useMayAct('admin')
  const own = useQuery(meOptions).data?.email ?? ''
  const [id] = useState(makeKey)
  const [from, setFrom] = useState(own)
  const [to, setTo] = useState('')
  const [text, setText] = useState('')
  const [isTold, setIsTold] = useState(false)
  const holds = Math.max(0, holders.find(({ holder }) => holder === from)?.holds ?? 0)
  const amount = readMoney(text)?.paise ?? 0
  const wrong =
    amount <= 0 ? 'Write an amount, such as 150.' : amount > holds ? `At most ${writePaise(holds)}.` : undefined
  const handing = useMutation<unknown, CallFailed, HandOver>({
    ...moneyCommand(client),
    mutationFn: (body) => call('handOver', { body }),
    onSuccess: () => {
      announce(`Noted: ${writePaise(amount)} handed over`)
      onClose()
    },
  })
  const press = () => {
    setIsTold(true)
    if (wrong) focusField('amount')
    else handing.mutate({ id, from, to, amount })
  }
  const sources = holders.flatMap(({ holder }) => (holder === own ? [] : [holder]))
  const nameHolder = (holder: string) => ({
    value: holder,
    label: holder === own ? `${holder} (you)` : tellHolder(holder),
  })
  return (
    <CommandDialog
      title="Hand over cash"
      confirm="Note it"
      refused={{ title: 'Not noted' }}
      command={handing}
      isDisabled={to === ''}
      hasCancel
      onSubmit={press}
      onClose={onClose}
    >
      <p>Hand over the money first, and let the other count it. Both see it here.</p>
      {isAdmin && (
        <SelectField
          path="from"
          label="From"
          value={from}
          choices={[own, ...sources].map(nameHolder)}
          onChange={setFrom}
        />
      )}
      <SelectField
        path="to"
        label="To"
        value={to}
        none="Choose …"
        choices={[bankHolder, ...people].filter((one) => one !== from).map(nameHolder)}
        onChange={setTo}
      />
      <TextField
        path="amount"
        label="Amount"
        hint={`${writePaise(holds)} can be handed over.`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={isTold ? wrong : undefined}
        onChange={setText}
      />
    </CommandDialog>
  )
}
