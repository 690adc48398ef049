import type { Ref } from 'react'
import { fieldId, focusField } from './field'

export interface SummaryError {
  path: string
  message: string
}

/** Screen readers announce the summary when it appears, but not when an error is fixed. */
export const ErrorSummary = ({
  errors,
  ref,
}: {
  errors: readonly SummaryError[]
  ref?: Ref<HTMLDivElement>
}) => (
  <div
    ref={ref}
    tabIndex={-1}
    role="alert"
    aria-atomic="false"
    className="border border-l-4 border-artery bg-paper px-4 py-3"
  >
    <p className="font-semibold text-artery">
      {errors.length === 1
        ? 'Please correct one answer'
        : `Please correct ${errors.length} answers`}
    </p>
    <ul className="text-sm">
      {errors.map(({ path, message }) => (
        <li key={path}>
          <a
            href={`#${fieldId(path)}`}
            onClick={(event) => {
              event.preventDefault()
              focusField(path)
            }}
            className="inline-block py-3 underline underline-offset-4"
          >
            {message}
          </a>
        </li>
      ))}
    </ul>
  </div>
)
