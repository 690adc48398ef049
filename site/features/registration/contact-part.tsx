import type { ComponentType } from 'react'
import { registrantCategories } from '#edition/registrants'
import type { Subject } from '../../../festival/subject'
import { ChoiceField } from '../../../ui/choice-field'
import { TextField } from '../../../ui/text-field'
import { EmailField } from '../../forms/email/email-field'
import { FormPart } from '../../forms/layout/form-page'
import { Link } from '../../navigation/link'
import type { RegistrationFields } from './use-registration'

/** What fills in the pass that was bought on this device, and says so. */
export interface OwnPassProps {
  value: string
  onFill: (delegateId: string) => void
}

/** How to reach the registrant, where they come from, and their pass where one is asked for. */
export const ContactPart = ({
  subject,
  registration,
  OwnPass,
}: {
  subject: Subject
  registration: RegistrationFields
  OwnPass?: ComponentType<OwnPassProps> | undefined
}) => {
  const { values } = registration.draft.value
  const field = (path: 'email' | 'institution' | 'delegate_id') => ({
    path,
    value: values[path],
    error: registration.errors.of(path),
    onChange: (text: string) => registration.edit([path], (held) => ({ ...held, [path]: text })),
    onBlur: () => values[path] && registration.look(path),
  })
  const pass = field('delegate_id')
  return (
    <FormPart
      number={2}
      title="Contact"
      caption={registration.isPractice ? 'No e-mail is sent' : 'The confirmation goes to this address'}
    >
      {subject.passRequired && (
        <>
          <TextField
            {...pass}
            isOptional={registration.isPractice === true}
            label="Delegate Pass ID"
            autoComplete="off"
            hint={
              <>
                The 12 digits from your pass. None yet?{' '}
                <Link href="/delegate-pass" className="font-semibold text-ink underline underline-offset-4">
                  Buy a delegate pass
                </Link>
                {!registration.isPractice && '; what you entered here is kept.'}
              </>
            }
          />
          {OwnPass && <OwnPass value={pass.value} onFill={pass.onChange} />}
        </>
      )}
      <EmailField {...field('email')} />
      <TextField {...field('institution')} label="College or institution" autoComplete="organization" />
      <ChoiceField
        path="category"
        label="Category"
        choices={registrantCategories}
        value={values.category}
        error={registration.errors.of('category')}
        onChange={(category) => registration.edit(['category'], (held) => ({ ...held, category }))}
      />
    </FormPart>
  )
}
