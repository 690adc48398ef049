import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClasses } from './button'
import {
  describedBy,
  FieldNotes,
  type FieldProps,
  fieldId,
  focusField,
  OptionalMark,
} from './field'

/** Returns, for example, "412 KB" or "3.1 MB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`

export interface ChosenFile {
  name: string
  size: number
  /** Undefined for documents, which have no preview. */
  picture?: Blob | undefined
}

const Preview = ({ picture }: { picture: Blob }) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(picture)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [picture])
  return (
    <div className="size-20 shrink-0 border border-rule bg-leaf">
      {address && <img src={address} alt="" className="size-full object-cover" />}
    </div>
  )
}

/** Empties the input, so that the same file can be chosen again after being removed. */
const takeChosenFile = (box: HTMLInputElement, take: (file: File) => void) => {
  const [chosen] = box.files ?? []
  if (chosen) {
    take(chosen)
  }
  box.value = ''
}

const chooseBorder = (isDraggedOver: boolean, error: string | undefined): string => {
  if (isDraggedOver) {
    return 'border-ink'
  }
  return error ? 'border-artery' : 'border-line'
}

/** `children`, such as progress or a retry button, appear with the chosen file. */
export const FileField = ({
  path,
  label,
  hint,
  error,
  isOptional = false,
  accept,
  prompt,
  file,
  isDisabled = false,
  onChoose,
  onRemove,
  children,
}: FieldProps & {
  /** MIME types, separated by commas. */
  accept: string
  prompt: string
  file: ChosenFile | undefined
  isDisabled?: boolean
  onChoose: (file: File) => void
  onRemove: () => void
  children?: ReactNode
}) => {
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const id = fieldId(path)
  const input = useRef<HTMLInputElement>(null)
  const first = useRef(onChoose)
  // A file may have been chosen before hydration.
  useEffect(() => {
    if (input.current) {
      takeChosenFile(input.current, first.current)
    }
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsDraggedOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !isDisabled) {
      onChoose(dropped)
    }
  }
  return (
    <fieldset
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={drop}
    >
      <legend className="font-semibold">
        {label}
        {isOptional && <OptionalMark />}
      </legend>
      <div aria-live="polite">
        <FieldNotes path={path} hint={hint} error={error} />
      </div>
      <div
        className={`relative mt-1.5 border border-dashed bg-leaf p-4 ${chooseBorder(isDraggedOver, error)}`}
      >
        <div aria-live="polite">
          {file && (
            <div className="mb-3 flex items-center gap-4">
              {file.picture && <Preview picture={file.picture} />}
              <p className="min-w-0">
                <span className="block break-all font-semibold">{file.name}</span>
                <span className="figures text-sm text-faded">{formatBytes(file.size)}</span>
              </p>
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            id={id}
            accept={accept}
            required={!isOptional && !file}
            disabled={isDisabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy({ path, hint, error })}
            onChange={(event) => takeChosenFile(event.target, onChoose)}
            className="peer absolute inset-0 size-px opacity-0"
          />
          <label
            htmlFor={id}
            className={`${buttonClasses('secondary')} cursor-pointer bg-leaf peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-vein peer-disabled:cursor-not-allowed peer-disabled:text-faded`}
          >
            <span className="sr-only">{`${label}: `}</span>
            {file ? 'Choose another' : prompt}
          </label>
          {file && !isDisabled && (
            <button
              type="button"
              onClick={() => {
                onRemove()
                // The clicked button is about to disappear.
                focusField(path)
              }}
              className={buttonClasses('quiet')}
            >
              Remove<span className="sr-only"> {file.name}</span>
            </button>
          )}
        </div>
        {children}
      </div>
    </fieldset>
  )
}
