import { type DragEvent, useId, useState } from 'react'
import { buttonLook } from '../../../ui/button'

/** Takes a bank's file: dropped, or chosen from the device. */
export const FileDrop = ({
  prompt,
  hint,
  isBusy = false,
  onFile,
}: {
  /** What the button says: "Choose the bank’s file". */
  prompt: string
  hint: string
  isBusy?: boolean
  onFile: (file: File) => void
}) => {
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isBusy) onFile(file)
  }
  return (
    // Dropping is a shortcut of the mouse; the button does the same for everybody.
    <fieldset
      aria-describedby={`${id}-hint`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`relative grid justify-items-center gap-2 border-2 border-dashed px-4 py-8 text-center ${isOver ? 'border-ink bg-paper' : 'border-line bg-leaf'}`}
    >
      <legend className="sr-only">{prompt}</legend>
      <input
        id={id}
        type="file"
        accept=".pdf,.csv,.txt,.xls,.xlsx,.htm,.html"
        disabled={isBusy}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again after it was mended.
          target.value = ''
          if (file) onFile(file)
        }}
        className="peer absolute inset-0 size-px opacity-0"
      />
      <label
        htmlFor={id}
        className={`${buttonLook('primary')} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-vein peer-disabled:cursor-not-allowed`}
      >
        {prompt}
      </label>
      <p id={`${id}-hint`} className="text-faded">
        {hint}
      </p>
    </fieldset>
  )
}
