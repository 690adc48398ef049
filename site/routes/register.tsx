import { type ReactNode, useState } from 'react'
import { identity } from '#edition/identity'
import { subjectForForm } from '../../festival/content/catalogue'
import { fullName, shortName, subjectPath } from '../../festival/content/subject'
import type { RegistrationReceipt } from '../../festival/forms/registration'
import { pickColour } from '../built'
import { draftName } from '../features/registration/registration'
import {
  ClosedCard,
  findPaymentStop,
  Registered,
  RegistrationForm,
} from '../features/registration/registration-form'
import { useSubject } from '../festival'
import { lazyReceiptNotice, OverNotice } from '../form-notices'
import { FormPage, useFormStays } from '../forms/form-page'
import { useOffers } from '../moment'
import { BackLink } from '../navigation/link'
import { Plate, plateCaption } from '../plate'
import type { PageProps } from '../routes'

const Notice = lazyReceiptNotice<'registration'>()

export const describe = ({ choice }: PageProps) => {
  const subject = subjectForForm(choice)
  return {
    title: `Register for ${fullName(subject)} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
    draft: draftName(subject),
  }
}

export default ({ choice }: PageProps) => {
  const subject = useSubject(subjectForForm(choice).key)
  const [receipt, setReceipt] = useState<RegistrationReceipt>()
  const finish = (done: RegistrationReceipt) => {
    setReceipt(done)
    // Its sessions are in My festival from now on; where that part does not come, a star puts them there.
    import('../features/my-festival/stars').then(
      ({ setStar }) => setStar(subject.key, true),
      () => undefined,
    )
  }
  const availability = useOffers().findAvailability(subject)
  const stays = useFormStays(availability === 'open', availability === 'over', draftName(subject))
  if (receipt) {
    return (
      <div data-colour={pickColour(subject)} className="pt-8">
        <Registered subject={subject} receipt={receipt} onCorrected={setReceipt} />
      </div>
    )
  }
  const frame = (summary: ReactNode, form: ReactNode) => (
    <FormPage
      back={<BackLink parent={subjectPath(subject)}>Back</BackLink>}
      plate={<Plate of={subject.key} className="w-20 shrink-0 sm:w-28" />}
      caption={`Registration · ${plateCaption(subject)}`}
      title={fullName(subject)}
      line={subject.subtitle}
      aside={summary}
    >
      <Notice
        kind="registration"
        event={subject.key}
        isOpen={availability === 'open'}
        onShow={setReceipt}
      />
      {form}
    </FormPage>
  )
  if (availability === 'open' || stays) {
    return (
      <div data-colour={pickColour(subject)}>
        <RegistrationForm
          subject={subject}
          stop={findPaymentStop(subject, availability)}
          onDone={finish}
          frame={frame}
        />
      </div>
    )
  }
  return (
    <div data-colour={pickColour(subject)}>
      {frame(
        undefined,
        availability === 'over' || availability === 'begun' ? (
          <OverNotice
            title={`${shortName(subject)} ${availability === 'over' ? 'is over' : 'has begun'}`}
          >
            Registration is closed.
          </OverNotice>
        ) : (
          <ClosedCard subject={subject} status={availability} />
        ),
      )}
    </div>
  )
}
