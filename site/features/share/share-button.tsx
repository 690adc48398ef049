import { useState } from 'react'
import { Icon } from '../../../ui/icon'

/** Shares the page's address, and says so where the system does not (behaviour 11.7). */
export const ShareButton = ({ title, text }: { title: string; text: string }) => {
  const [outcome, setOutcome] = useState('')
  return (
    <button
      type="button"
      onClick={() => void shareAddress(title, text).then(setOutcome)}
      className="inline-flex min-h-11 items-center justify-center gap-2 text-sm font-semibold"
    >
      <Icon path="M12 15V4M8 7.5 12 3.500l4 4M6 11v9h12v-9" />
      {outcome === '' && 'Share'}
      <span role="status">{outcome}</span>
    </button>
  )
}

/** Hands the page's address to the system's share sheet, and copies it where there is none; gives what to tell the visitor. */
const shareAddress = async (title: string, text: string): Promise<string> => {
  const url = window.location.origin + window.location.pathname
  try {
    if (navigator.share) {
      await navigator.share({ title, text, url })
      return ''
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return ''
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch {
    return 'Copy the address above'
  }
}
