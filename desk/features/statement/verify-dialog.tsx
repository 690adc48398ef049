import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import type { PreviewStatement, StatementPreview } from '../../../festival/desk/statement'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { makeKey } from '../../../ui/make-key'
import { Progress } from '../../../ui/progress'
import { Refusal } from '../../../ui/refusal'
import { type SettleOutcome, settleOptions } from '../decisions/settle'
import { listTicked } from './list-items'
import { count } from './tell-money'

/** The one yes to all that is matched: what will be kept and verified, and that it can be taken back. */
export const VerifyDialog = ({
  file,
  preview,
  onDone,
  onClose,
}: {
  file: PreviewStatement
  preview: StatementPreview
  onDone: (outcome: SettleOutcome) => void
  onClose: () => void
}) => {
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const ids = useRef({ press: makeKey(), file: makeKey() })
  const [items] = useState(() => listTicked(preview))
  const settling = useMutation(settleOptions(client, setDone))
  const { fresh, ticked } = preview
  const mailed = preview.groups
    .flatMap(({ proposals }) => proposals)
    .filter(({ isTicked, claims }) => isTicked && claims.every(({ state }) => state !== 'verified')).length
  const press = () =>
    settling.mutate({ id: ids.current.press, file: { id: ids.current.file, ...file }, items }, { onSuccess: onDone })
  const label =
    ticked.count === 0 ? `Save ${count(fresh.count, 'row')}` : `Verify ${count(ticked.count, 'matched', 'matched')}`
  return (
    <Dialog title={label} onClose={onClose} isLocked={settling.isPending}>
      <div className="grid gap-4">
        {ticked.count > 0 && (
          <p className="figures">
            <b>{count(ticked.count, 'submission')}</b> become “Verified (bank)”, for <b>{writePaise(ticked.sum)}</b>.
            {mailed === ticked.count
              ? 'Each of them gets a mail.'
              : `${count(mailed, 'person gets', 'people get')} a mail; the others were verified by their picture and had theirs.`}
          </p>
        )}
        <p className="figures">
          {fresh.count === 0
            ? 'No row of this file is new.'
            : `${count(fresh.count, 'new row')} of this file ${fresh.count === 1 ? 'is' : 'are'} saved, so that forms which come later are matched, too.`}{' '}
          Everything else waits for a person.
        </p>
        {ticked.count > 0 && <p>It can be taken back as a whole within a minute, and one by one later.</p>}
        {settling.isPending && (
          <Progress
            words={settling.failureCount > 0 ? 'Not yet saved, trying again …' : 'Saving …'}
            share={items.length === 0 ? 0 : done / items.length}
          />
        )}
        {settling.error && (
          <Refusal title="Not all of it was saved">
            <p>{settling.error.message} Press again: nothing is done twice.</p>
          </Refusal>
        )}
        <Button onClick={press} disabled={settling.isPending}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
