import { type ReactNode, useState } from 'react'
import { identity } from '#edition/identity'
import { subjectForForm } from '../../festival/content/catalogue'
import { fullName, type Subject, shortName, subjectPath } from '../../festival/content/subject'
import type { RegistrationReceipt } from '../../festival/forms/registration'
import type { Availability } from '../../festival/schedule/availability'
import { pickColour } from '../built'
import { draftName } from '../features/registration/registration'
import {
  ClosedCard,
  findPaymentStop,
  RegistrationForm,
} from '../features/registration/registration-form'
import { useSubject } from '../festival'
import { lazyReceiptNotice, OverNotice } from '../form-notices'
import { FormPage, useFormStays, useLastScreen } from '../forms/form-page'
import { useOffers } from '../moment'
import { BackLink } from '../navigation/link'
import { Plate, plateCaption } from '../plate'
import type { PageProps } from '../routes'

const loadRegistered = () => import('../features/registration/registered')

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
  const lastScreen = useLastScreen(loadRegistered, receipt !== undefined)
  const finish = (done: RegistrationReceipt) => {
    setReceipt(done)
    // Star the subject for My festival. If the import fails, visitors can star the subject
    // themselves.
    import('../features/my-festival/stars').then(
      ({ setStar }) => setStar(subject.key, true),
      () => undefined,
    )
  }
  const availability = useOffers().findAvailability(subject)
  const isFormKept = useFormStays(
    availability === 'open',
    availability === 'over',
    draftName(subject),
  )
  if (receipt) {
    return (
      <div data-colour={pickColour(subject)} className="pt-8">
        {lastScreen && (
          <lastScreen.Registered subject={subject} receipt={receipt} onCorrected={setReceipt} />
        )}
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
  if (availability === 'open' || isFormKept) {
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
      {frame(undefined, <NotOpen subject={subject} availability={availability} />)}
    </div>
  )
}

const NotOpen = ({
  subject,
  availability,
}: {
  subject: Subject
  availability: Exclude<Availability, 'open'>
}) => {
  if (availability === 'over' || availability === 'begun') {
    const title = `${shortName(subject)} ${availability === 'over' ? 'is over' : 'has begun'}`
    return (
      <OverNotice title={title} isFree={subject.fee.per === 'free'}>
        Registration is closed.
      </OverNotice>
    )
  }
  return <ClosedCard subject={subject} status={availability} />
}
