import { type MouseEvent, useState } from 'react'
import { Button, type ButtonShape } from './button'

/** Pages without TLS have no clipboard API. */
const copyBySelection = (text: string): boolean => {
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'fixed top-0 opacity-0'
  document.body.append(box)
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  return isCopied
}

/** Returns false if the browser did not allow copying. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

interface CopyProps {
  text: string
  label: string
  /** Shows a quiet "Copy" instead of the label. */
  isShort?: boolean
  shape?: ButtonShape
}

export const CopyButton = ({ text, label, isShort = false, shape = 'secondary' }: CopyProps) => {
  const [outcome, setOutcome] = useState('')
  const copyFrom = async (button: HTMLButtonElement) => {
    setOutcome((await copyText(text)) ? 'Copied' : 'Select the text and copy it by hand')
    button.focus()
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => void copyFrom(event.currentTarget)
  if (isShort) {
    return (
      <button
        type="button"
        className="min-h-11 min-w-11 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
        aria-label={outcome ? undefined : label}
        onClick={press}
      >
        {!outcome && 'Copy'}
        <span role="status">{outcome}</span>
      </button>
    )
  }
  return (
    <Button shape={shape} onClick={press}>
      {label}
      <span role="status" className={outcome ? 'text-sm font-normal' : ''}>
        {outcome && `· ${outcome}`}
      </span>
    </Button>
  )
}
