import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { identity } from '#edition/identity'
import { ageChoices } from '../../festival/forms/age'
import type { Details } from '../../festival/forms/details'
import { tidyPhone } from '../../festival/text/fields'
import { phoneHint } from '../../festival/text/messages'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ChoiceField } from '../../ui/choice-field'
import { focusField } from '../../ui/field'
import { FileField } from '../../ui/file-field'
import { TextField } from '../../ui/text-field'
import { privacyNotice } from '../built'
import { loadPart } from '../navigation/retry-import'
import type { FileUpload } from './use-files'
import type { Form, TextProps } from './use-form'

const ShrinkButton = lazy(() => loadPart(() => import('../shrink-button')))

type FieldOverrides = Partial<ComponentProps<typeof TextField>>

export const NameField = (field: TextProps & FieldOverrides) => (
  <TextField autoComplete="name" autoCapitalize="words" label="Full name" {...field} />
)

export const PhoneField = ({ onChange, ...field }: TextProps & FieldOverrides) => (
  <TextField
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    label="Phone"
    hint={phoneHint}
    {...field}
    onChange={(text) => onChange(tidyPhone(text))}
  />
)

/** Suggests a correction of the domain, but accepts any address. */
export const EmailField = ({ onBlur, ...field }: TextProps & { hint?: string }) => {
  const [offer, setOffer] = useState<{ typed: string; meant: string }>()
  const { path, value, onChange } = field
  const leave = async () => {
    onBlur()
    if (!value) {
      return
    }
    // The suggestion is optional, so loading errors are ignored.
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

/** Says where each payment app shows the UTR. */
export const utrHint = '12 digits. Google Pay: UPI transaction ID. PhonePe: UTR. Paytm: UPI Ref No.'

export const proofHint = `Screenshot of “Payment successful” in your UPI app (JPEG, PNG or WebP, up to 4 MB).${identity.isUtrRequired ? '' : ' The screenshot is enough; the UTR makes checking faster.'}`

export const UtrField = (field: TextProps & { className?: string }) => (
  <TextField
    {...field}
    label="UTR of the payment"
    isOptional={!identity.isUtrRequired}
    hint={utrHint}
    inputMode="numeric"
    autoComplete="off"
  />
)

export const DetailFields = ({
  form,
  list,
}: {
  form: Pick<Form<object>, 'fieldNamed'>
  list: Details
}) =>
  Object.entries(list).map(([path, { label, asked = label, choices, autoComplete }]) => {
    const field = { ...form.fieldNamed(path), label: asked }
    return choices ? (
      <ChoiceField key={path} {...field} choices={choices} />
    ) : (
      <TextField key={path} {...field} autoComplete={autoComplete} />
    )
  })

/** Only some editions ask for the age, and for a parent of participants under 18. */
export const AgeFields = ({ form }: { form: Pick<Form<object>, 'fieldNamed'> }) => {
  if (!privacyNotice.isAgeAsked) {
    return null
  }
  const age = form.fieldNamed('age.is')
  return (
    <>
      <ChoiceField {...age} label="Your age" choices={ageChoices} />
      {age.value === 'minor' && (
        <>
          <NameField {...form.fieldNamed('age.name')} label="A parent’s name" autoComplete="off" />
          <PhoneField
            {...form.fieldNamed('age.phone')}
            label="A parent’s phone"
            autoComplete="off"
          />
        </>
      )}
    </>
  )
}

const UploadStatus = ({ upload: { step, file } }: { upload: FileUpload }) => {
  if (step === 'failed') {
    return <p className="text-sm font-semibold text-artery">Not uploaded yet</p>
  }
  return file?.url && <p className="text-sm font-semibold text-lymph">Uploaded</p>
}

export const UploadField = ({
  form,
  path,
  label,
  hint,
  isDisabled,
  onChoose = () => form.setFieldError(path, undefined),
  children,
}: {
  form: Pick<Form<object>, 'uploads' | 'findError' | 'setFieldError'>
  path: string
  label?: string
  hint: string
  isDisabled?: boolean
  /** Called for rejected files, too. */
  onChoose?: () => void
  children?: ReactNode
}) => {
  const upload = form.uploads[path]
  if (!upload) {
    return null
  }
  const { file, step, refusal, doubt, accept } = upload
  const error = form.findError(path)
  const choose = (chosen: File) => {
    onChoose()
    return upload.choose(chosen)
  }
  const settle = () => {
    doubt?.confirmAmount()
    focusField(path)
  }
  return (
    <FileField
      path={path}
      hint={hint}
      error={error}
      accept={accept}
      label={label ?? upload.label}
      prompt={accept.includes('pdf') ? 'Choose a file' : 'Choose the screenshot'}
      file={file && { name: file.name, size: file.bytes.byteLength, picture: upload.picture }}
      isDisabled={isDisabled ?? step === 'uploading'}
      onChoose={(chosen) => void choose(chosen)}
      onRemove={upload.remove}
    >
      <div className="mt-3 space-y-3 empty:hidden">
        {refusal && refusal !== error && <Banner tone="error" title={refusal} />}
        {upload.oversized && (
          <Suspense>
            <ShrinkButton path={path} oversized={upload.oversized} choose={choose} />
          </Suspense>
        )}
        {doubt && (
          <Banner tone="note" title={doubt.words}>
            <Button shape="secondary" onClick={settle}>
              {doubt.yes}
            </Button>
          </Banner>
        )}
        {children ?? <UploadStatus upload={upload} />}
      </div>
    </FileField>
  )
}
