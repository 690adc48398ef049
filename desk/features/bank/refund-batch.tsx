import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import type { Refund } from '../../../festival/contract/bank'
import type { Paise } from '../../../festival/payment/money'
import { sumBy } from '../../../festival/sum-by'
import { Refusal } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { moneyCommand, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { useCheckedField } from '../../fields'
import { closeWith } from '../../messages'
import { formatCount } from '../../words'

/** Returns, for example, "41 refunds, ₹24,600". */
const formatRefunds = (count: number, sum: Paise): string =>
  `${formatCount(count, 'refund')}, ${formatPaise(sum)}`

export const sumRefunds = (refunds: readonly Refund[]): string =>
  formatRefunds(
    refunds.length,
    sumBy(refunds, ({ amount }) => amount),
  )

const BatchDialog = ({ refunds, onClose }: { refunds: readonly Refund[]; onClose: () => void }) => {
  const note = useCheckedField('note', 'UPI', (text) =>
    text.trim() === '' ? 'Say how the refunds were sent.' : undefined,
  )
  const recording = useCommand('recordRefunds', {
    ...moneyCommand,
    onSuccess: ({ recorded: { count, sum }, leftOut }) => {
      if (leftOut.length === 0) {
        closeWith(onClose, `Recorded: ${formatRefunds(count, sum)}`)
      }
    },
  })
  const result = recording.data
  const submit = () => {
    if (note.check()) {
      const items = refunds.map(({ entryId, amount }) => ({ entryId, amount }))
      recording.mutate({ body: { id: makeUuid(), items, note: note.value } })
    }
  }
  return (
    <CommandDialog
      title={sumRefunds(refunds)}
      confirm={`Mark ${refunds.length} as refunded`}
      dismiss={result ? 'Close' : 'Cancel'}
      errorTitle="Not saved"
      errorText={recording.error?.fieldMessages}
      command={recording}
      isDisabled={result !== undefined}
      result={
        result &&
        result.leftOut.length > 0 && (
          <Refusal
            title={`Recorded: ${formatRefunds(result.recorded.count, result.recorded.sum)}. Left out:`}
          >
            {result.leftOut.map(({ entryId, name, label, why }) => (
              <p key={entryId}>
                <bdi>{name}</bdi> {label}: {why}
              </p>
            ))}
          </Refusal>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Send the money first, then record it here. A minute later each participant gets an e-mail
        with the amount and how you sent it.
      </p>
      <TextField
        {...note.field}
        label="How the refunds were sent"
        hint="You can add a reference: “UPI, reference 412345678901”."
        suggestions={['UPI', 'Bank transfer']}
        maxLength={300}
      />
    </CommandDialog>
  )
}

export const BatchBar = ({ ticked }: { ticked: readonly Refund[] }) => {
  // The list is fetched again after the command, while the dialog still shows its result.
  const [batch, setBatch] = useState<readonly Refund[]>()
  return (
    <>
      {ticked.length > 0 && (
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-leaf px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
          <p className="figures font-semibold" role="status">
            {sumRefunds(ticked)}
          </p>
          <Button aria-haspopup="dialog" onClick={() => setBatch(ticked)}>
            {ticked.length === 1 ? 'This one was sent …' : `These ${ticked.length} were sent …`}
          </Button>
        </div>
      )}
      {batch && <BatchDialog refunds={batch} onClose={() => setBatch(undefined)} />}
    </>
  )
}
