import { useState } from 'react'
import { Icon } from '../../../ui/icon'
import { loadPart } from '../../offer-again'

/** Shares the page's address, and says so where the system does not (behaviour 11.7). */
export const ShareButton = ({ title, text }: { title: string; text: string }) => {
  const [outcome, setOutcome] = useState('')
  return (
    <button
      type="button"
      onClick={() =>
        void loadPart(() => import('./share-address')).then(async (part) =>
          setOutcome(await part.shareAddress(title, text)),
        )
      }
      className="inline-flex min-h-11 items-center justify-center gap-2 text-sm font-semibold"
    >
      <Icon path="M12 15V4M8 7.5 12 3.500l4 4M6 11v9h12v-9" />
      {outcome === '' && 'Share'}
      <span role="status">{outcome}</span>
    </button>
  )
}
