import { describeChangeInFull, type StateSave } from '../../../festival/contract/festival'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { retryWhenLost, useCommand } from '../../api'
import { announce, Refused } from '../../messages'
import { List } from '../../rows'
import { formatMoment } from '../../words'
import { useFocusAfterSave } from './use-focus-after-save'

const SavedChange = ({
  save: { version, at, organiser, changes, isCurrent },
  mayUndo,
}: {
  save: StateSave
  mayUndo: boolean
}) => {
  const undoing = useCommand('undoChange', {
    ...retryWhenLost,
    refreshes: ['readState', 'readAudit', 'listRefunds'],
    onSuccess: () => announce('Undone. Participants have not been informed.'),
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
      <Refused failure={undoing.error} />
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
