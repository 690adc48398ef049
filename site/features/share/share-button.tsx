import { useState } from 'react'
import { Icon } from '../../../ui/icon'

const copyAddress = async (url: string) => {
  try {
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch {
    return 'Copy the address above'
  }
}

/** Hands the page's address to the system's share sheet; where there is none it is copied, and said so (behaviour 11.7). */
export const ShareButton = ({ title, text }: { title: string; text: string }) => {
  const [outcome, setOutcome] = useState('')
  const share = async () => {
    const url = window.location.origin + window.location.pathname
    if (!navigator.share) return setOutcome(await copyAddress(url))
    try {
      await navigator.share({ title, text, url })
    } catch (error) {
      const isDismissed = error instanceof DOMException && error.name === 'AbortError'
      if (!isDismissed) setOutcome(await copyAddress(url))
    }
  }
  return (
    <button
      type="button"
      onClick={() => void share()}
      className="inline-flex min-h-11 items-center justify-center gap-2 text-sm font-semibold"
    >
      <Icon path="M12 15V4M8 7.5 12 3.500l4 4M6 11v9h12v-9" />
      {outcome === '' && 'Share'}
      <span role="status">{outcome}</span>
    </button>
  )
}
