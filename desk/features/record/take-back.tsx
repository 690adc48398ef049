import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TimelineEntry } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { announce } from '../../messages'
import { serverAheadMs, useNow } from '../../words'
import { undoOptions } from '../decisions/decide'

/** Takes back one decision on its record while its minute lasts, also one of many (behaviour 14.12). */
export const TakeBack = ({ entry: { id, undoUntil }, name }: { entry: TimelineEntry; name: string }) => {
  const client = useQueryClient()
  const now = useNow(1_000)
  const undoing = useMutation(undoOptions(client, { id: id ?? '', name, count: 1 }))
  const seconds = undoUntil ? Math.ceil((Date.parse(undoUntil) - now - serverAheadMs()) / 1_000) : 0
  if (!id || seconds <= 0) return null
  return (
    <>
      <Button
        shape="secondary"
        className="figures mt-1 min-h-11!"
        disabled={undoing.isPending}
        onClick={() => undoing.mutate({ id, name, count: 1 }, { onSuccess: () => announce(`Taken back: ${name}`) })}
      >
        Take back <span aria-hidden="true">({seconds})</span>
      </Button>
      {undoing.error && (
        <p role="alert" className="font-semibold text-artery">
          {undoing.error.message}
        </p>
      )}
    </>
  )
}
