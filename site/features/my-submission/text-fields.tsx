import type { InputHTMLAttributes } from 'react'
import { phoneHint } from '../../../festival/messages'
import { tidyPhone } from '../../../festival/tidy-phone'
import { TextField } from '../../../ui/text-field'
import { utrHint } from '../../forms/payment/utr-field'
import type { Correction } from './correction-draft'
import type { CorrectionState } from './use-correction'

interface Look extends InputHTMLAttributes<HTMLInputElement> {
  hint?: string
}

const digits: Look = { inputMode: 'numeric', autoComplete: 'off', hint: utrHint }

/** How each field takes its text. */
const looks: Readonly<Record<string, Look>> = {
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', hint: phoneHint },
  utr: digits,
  transaction_id: digits,
  delegate_id: { inputMode: 'numeric', autoComplete: 'off', hint: 'The twelve digits of your pass.' },
}

/** The fields of one line, with what stands in them. */
export const TextFields = ({ fields, state }: { fields: Correction['fields']; state: CorrectionState }) =>
  fields.map(({ name, label }) => {
    const { hint, onChange: _, value: __, ...look } = looks[name] ?? {}
    const tidy = name === 'phone' ? tidyPhone : (text: string) => text
    return (
      <TextField
        key={name}
        {...look}
        {...(hint === undefined ? {} : { hint })}
        path={name}
        label={label}
        value={state.draft.texts[name] ?? ''}
        error={state.errors.of(name)}
        onChange={(text) =>
          state.edit([name], (draft) => ({ ...draft, texts: { ...draft.texts, [name]: tidy(text) } }))
        }
      />
    )
  })
