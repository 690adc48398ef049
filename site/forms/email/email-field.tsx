import { type ComponentProps, useState } from 'react'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'

/**
 * An e-mail address. Where its domain looks like a slip of a common one, the one that was probably meant is offered with a
 * button; the address as it was typed is taken all the same (behaviour 5.46).
 */
export const EmailField = ({
  onBlur,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'onBlur'> & { onBlur: () => void }) => {
  const [offer, setOffer] = useState<{ typed: string; meant: string }>()
  const { path, value, onChange } = field
  const leave = async () => {
    onBlur()
    if (!value) return
    // No address is the worse for a suggestion that could not be fetched.
    const part = await import('./suggest-address').catch(() => undefined)
    const meant = part?.suggestAddress(value)
    setOffer(meant ? { typed: value, meant } : undefined)
  }
  const meant = offer?.typed === value ? offer.meant : undefined
  return (
    <div>
      <TextField
        {...field}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        onBlur={() => void leave()}
      />
      <div role="status">
        {meant && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            <span>
              Did you mean <span className="break-all font-semibold">{meant}</span>?
            </span>
            <button
              type="button"
              className="min-h-11 font-semibold underline decoration-line underline-offset-4"
              onClick={() => {
                onChange(meant)
                focusField(path)
              }}
            >
              Use it
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
