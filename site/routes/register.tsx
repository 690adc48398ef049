import { type ReactNode, useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import type { Availability } from '../../festival/availability'
import { subjectForForm } from '../../festival/catalogue'
import { deskWords } from '../../festival/help-desk'
import type { RegistrationReceipt } from '../../festival/registration'
import { fullName, shortName, subjectPath } from '../../festival/subject'
import { pickColour } from '../built'
import { draftName } from '../features/registration/registration'
import { ClosedCard, Registered, RegistrationForm } from '../features/registration/registration-form'
import { useSubject } from '../festival'
import { lateNotice, OverNotice } from '../form-notices'
import { readRecent } from '../forms/draft'
import { FormPage, useOffersOnEntry } from '../forms/form-page'
import { useOffers } from '../moment'
import { BackLink } from '../navigation/link'
import { Plate, plateCaption } from '../plate'
import type { PageProps } from '../routes'

const Notice = lateNotice<'registration'>()

/** What an open form says of an event that was closed meanwhile (behaviour 16.20). */
const justClosed = `Registration has closed: do not pay any more. If you have paid, send the form now: it is taken for 30 minutes after closing. Later, call ${deskWords}.`
const wordsSinceEntry: Partial<Record<Availability, string>> = {
  closed: justClosed,
  soon: justClosed,
  cancelled: 'It is cancelled: do not pay any more. If you have paid for it, send the form: you get that back.',
}

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
  const [entered] = useState(subject)
  const onEntry = useOffersOnEntry().findAvailability(entered)
  const now = useOffers().findAvailability(subject)
  // A phone drops the page while its owner pays: who has begun the form sends it, and the server decides.
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => setHasDraft(readRecent(draftName(subject)) !== undefined), [subject])
  const availability = onEntry === 'open' || (hasDraft && wordsSinceEntry[now]) ? 'open' : now
  if (receipt)
    return (
      <div data-colour={pickColour(subject)} className="pt-8">
        <Registered subject={subject} receipt={receipt} onCorrected={setReceipt} />
      </div>
    )
  const frame = (summary: ReactNode, form: ReactNode) => (
    <FormPage
      back={<BackLink parent={subjectPath(subject)}>Back</BackLink>}
      plate={<Plate of={subject.key} className="w-20 shrink-0 sm:w-28" />}
      caption={`Registration · ${plateCaption(subject)}`}
      title={fullName(subject)}
      line={subject.subtitle}
      aside={summary}
    >
      <Notice kind="registration" event={subject.key} isOpen={availability === 'open'} onShow={setReceipt} />
      <p role="status" className="sticky top-0 z-10 mb-2 bg-paper py-2 font-semibold empty:hidden">
        {!closed && wordsSinceEntry[now]}
      </p>
      {form}
    </FormPage>
  )
  const closed =
    availability === 'over' || availability === 'begun' ? (
      <OverNotice title={`${shortName(subject)} ${availability === 'over' ? 'is over' : 'has begun'}`}>
        Nobody can register for it any more.
      </OverNotice>
    ) : (
      availability !== 'open' && <ClosedCard subject={subject} status={availability} />
    )
  return (
    <div data-colour={pickColour(subject)}>
      {closed ? frame(undefined, closed) : <RegistrationForm subject={subject} onDone={finish} frame={frame} />}
    </div>
  )
}
