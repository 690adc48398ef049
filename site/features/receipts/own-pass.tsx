import { useEffect, useEffectEvent } from 'react'
import { findOwnPass } from './read-receipts'

export interface OwnPassProps {
  /** What the field holds. */
  value: string
  onFill: (delegateId: string) => void
}

/**
 * Under the field for a Delegate Pass ID: fills in that of the one pass that was bought on this device, where the field is
 * empty as the form opens, and says so for as long as it stands there (behaviour 5.54).
 */
export const OwnPass = ({ value, onFill }: OwnPassProps) => {
  const own = findOwnPass()
  const fill = useEffectEvent(() => {
    if (own !== undefined && value === '') onFill(own)
  })
  useEffect(() => fill(), [])
  return (
    <p role="status" className="text-sm">
      {own !== undefined &&
        value === own &&
        'This is the pass that was bought on this device. Is it another one? Change it.'}
    </p>
  )
}
