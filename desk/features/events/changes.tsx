import { useQueryClient } from '@tanstack/react-query'
import { describeChangeInFull, type StateSave } from '../../../festival/contract/festival'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { type CallError, retryWhenLost, useCommand } from '../../api'
import { announce, Refused } from '../../messages'
import { List } from '../../rows'
import { formatMoment } from '../../words'
import { refreshWaitlist } from './refresh-waitlist'
import { useFocusAfterSave } from './use-focus-after-save'

const describeFailure = (failure: CallError): string => {
  const { problem, fieldMessages, message } = failure
  if (problem?.errors?.some(({ path }) => path === 'places')) {
    return `Not undone. Entries have moved up or been verified since. ${fieldMessages}`
  }
  return fieldMessages || message
}

const SavedChange = ({
  save: { version, at, organiser, changes, isCurrent },
  mayUndo,
}: {
  save: StateSave
  mayUndo: boolean
}) => {
  const client = useQueryClient()
  const undoing = useCommand('undoChange', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds', 'readPlaces'],
    onSuccess: () => {
      announce('Undone. Participants have not been informed.')
      refreshWaitlist(client)
    },
  })
  const event = changes[0]?.event ?? null
  const descriptions = changes.map(describeChangeInFull)
  const description = useFocusAfterSave<HTMLParagraphElement>(undoing, isCurrent)
  return (
    <>
      <p ref={description} tabIndex={-1} className="min-w-0 break-words">
        <span className="figures text-faded">{formatMoment(at)}</span>{' '}
        <span className="wrap-anywhere">{organiser}</span> {descriptions.join(', ')}
      </p>
      {isCurrent && mayUndo && (
        <Button
          shape="secondary"
          disabled={undoing.isPending}
          onClick={() =>
            undoing.mutate({ query: event ? { event } : {}, body: { id: makeUuid(), version } })
          }
        >
          Undo
        </Button>
      )}
      <Refused failure={undoing.error && { message: describeFailure(undoing.error) }} />
    </>
  )
}

export const Changes = ({ saves, mayUndo }: { saves: readonly StateSave[]; mayUndo: boolean }) => (
  <List
    title="Changes"
    rows={saves}
    rowKey="version"
    emptyText="No changes yet."
    className="mt-8"
    itemClassName="flex flex-wrap items-center justify-between gap-2 py-2"
  >
    {(save) => <SavedChange save={save} mayUndo={mayUndo} />}
  </List>
)
