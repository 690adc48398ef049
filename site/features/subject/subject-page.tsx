import { type ComponentType, type ReactNode, useState } from 'react'
import { lunch } from '#edition/identity'
import { findSubject } from '../../../festival/content/catalogue'
import type { Legend } from '../../../festival/content/content'
import {
  findEnd,
  formatDay,
  formatHours,
  formatTime,
  type Slot,
  toDay,
} from '../../../festival/content/slot'
import {
  describeLunch,
  describeTeamSize,
  groupPath,
  mostMembers,
  registrationPath,
  type Subject,
  shortName,
} from '../../../festival/content/subject'
import { changeDetails } from '../../../festival/live/change-subject'
import { describeMoneyBack, formatRupees, formatTotal } from '../../../festival/payment/fee'
import {
  type Availability,
  fewPlacesWords,
  type Offers,
  statusWords,
} from '../../../festival/schedule/availability'
import { hasLongWord } from '../../../festival/text/estimate-width'
import { Button } from '../../../ui/button'
import { passPrices, pickColour } from '../../built'
import { useFestival, useSubject } from '../../festival'
import { useOffers } from '../../moment'
import { BackLink, ButtonLink } from '../../navigation/link'
import { loadPart } from '../../navigation/retry-import'
import { Part } from '../../part'
import { markLetter, Plate, plateCaption } from '../../plate'

/** Returns the subject as it was at build time. @throws Error if the edition has no such page */
export const readSubject = <Details,>(key = '', allDetails: Readonly<Record<string, Details>>) => {
  const subject = findSubject(key)
  const details = allDetails[key]
  if (!subject || !details) {
    throw new Error(`The edition has no page for ${key}`)
  }
  return { subject, details }
}

export const useSubjectPage = <Details extends object>(
  key = '',
  allDetails: Readonly<Record<string, Details>>,
) => {
  const { details } = readSubject(key, allDetails)
  const { state } = useFestival()
  return { subject: useSubject(key), details: changeDetails(details, state.subjects[key]) }
}

const kindNames = { event: 'Event', workshop: 'Workshop' }

interface SubjectPageProps {
  subject: Subject
  legend: Legend | undefined
  description: readonly string[]
  notes: readonly string[]
  actions: ReactNode
  headings: Readonly<Record<string, string>>
  /** Maps headings to content. Sections without content are omitted. */
  sections: Readonly<Record<string, ReactNode>>
}

export const SubjectPage = ({
  subject,
  legend,
  description,
  notes,
  actions,
  headings,
  sections,
}: SubjectPageProps) => (
  <article data-colour={pickColour(subject)} className="@container">
    <BackLink parent={groupPath(subject.kind, subject.group)}>
      {subject.kind === 'event' ? 'Back to Event' : 'Back'}
    </BackLink>
    {/* The DOM order suits phones. Wider screens place the parts on a grid. */}
    <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-5 @middle:grid-cols-[15rem_minmax(0,1fr)] @wide:grid-cols-[15rem_minmax(0,1fr)_20rem]">
      <header className="@middle:col-start-2 @middle:row-start-1 @middle:self-end">
        <p className="caption text-lg">
          {subject.nickname ? subject.title : kindNames[subject.kind]}
        </p>
        <h1
          tabIndex={-1}
          className={
            hasLongWord(shortName(subject))
              ? 'text-xl @middle:text-3xl'
              : 'text-2xl @middle:text-4xl'
          }
        >
          {shortName(subject)}
        </h1>
        <p className="mt-2 font-display text-lg text-accent">{subject.subtitle}</p>
      </header>
      <div className="@middle:col-span-2 @middle:row-start-3 @wide:sticky @wide:top-6 @wide:col-3 @wide:row-span-3 @wide:row-start-1 @wide:self-start">
        <RegistrationBox subject={subject} notes={notes} />
        {actions}
      </div>
      <figure className="group w-60 max-w-full justify-self-center @middle:col-start-1 @middle:row-span-2 @middle:row-start-1">
        <Plate of={subject.key} />
        <figcaption className="caption text-center">
          {plateCaption(subject)}.{legend?.name && ` ${legend.name}.`}
          <span className="block text-sm">
            {legend?.marks.map((label, index) => (
              <span key={markLetter(index)}>
                {index > 0 && ', '}
                <b>{markLetter(index)}</b>&nbsp;{label}
              </span>
            ))}
          </span>
        </figcaption>
      </figure>
      <div className="measure space-y-3 @middle:col-start-2 @middle:row-start-2">
        {description.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className="mt-3 @middle:col-span-2">
        {Object.entries(headings)
          .map(([name, title]) => ({ title, content: sections[name] }))
          .filter(({ content }) => (Array.isArray(content) ? content.length > 0 : content))
          .map(({ title, content }) => (
            <Part key={title} title={title}>
              {Array.isArray(content) ? <List items={content} /> : content}
            </Part>
          ))}
      </div>
    </div>
  </article>
)

const FeeFacts = ({ subject }: { subject: Subject }) => {
  const { fee } = subject
  if (subject.feeAnnounced === false) {
    return null
  }
  if (fee.per === 'member-count') {
    return (
      <>
        <Fact name="Single member">{formatRupees(fee.single)}</Fact>
        <Fact name={`Team of ${mostMembers(subject.teamSize)}`}>{formatRupees(fee.team)}</Fact>
      </>
    )
  }
  return <Fact name="Fee">{formatTotal(subject, passPrices)}</Fact>
}

const formatSessionHours = (time: Slot, { isPast }: Offers): string => {
  const hours = formatHours(time)
  if (isPast(findEnd(time))) {
    return `Ended, ${hours}`
  }
  return isPast(time.start) ? `Now, ${hours}` : hours
}

const WayIn = ({
  subject,
  availability,
  onSoon,
}: {
  subject: Subject
  availability: Availability
  onSoon: () => void
}) => {
  const { button } = statusWords[availability]
  if (availability === 'open') {
    return (
      <ButtonLink href={registrationPath(subject)} className="w-full">
        {button}
      </ButtonLink>
    )
  }
  if (availability === 'with-pass') {
    return (
      <ButtonLink href="/delegate-pass" shape="secondary" className="w-full">
        {button}
      </ButtonLink>
    )
  }
  const opensSoon = subject.kind === 'workshop' && availability === 'soon'
  return (
    <Button disabled={!opensSoon} className="w-full" onClick={onSoon}>
      {opensSoon ? statusWords.open.button : button}
    </Button>
  )
}

/** For a free event whose entries the organisers approve. */
export const describeApproval = ({ places }: Pick<Subject, 'places'>): string =>
  `${places ? `${places} places. ` : ''}The organisers choose who takes part.`

/** Does not offer accommodation if the subject is over or cancelled. */
const RegistrationBox = ({ subject, notes }: { subject: Subject; notes: readonly string[] }) => {
  const offers = useOffers()
  const availability = offers.findAvailability(subject)
  const [SoonDialog, setSoonDialog] = useState<ComponentType<{ onClose: () => void }>>()
  const showSoon = () =>
    loadPart(() => import('./soon-dialog')).then((part) => setSoonDialog(() => part.SoonDialog))
  const isOpen = availability === 'open'
  return (
    <aside aria-label="Registration" className="border border-line bg-leaf p-5">
      <dl className="text-sm">
        {subject.slots.map((time) => (
          <Fact key={time.start} name={time.label ?? 'When'}>
            {formatDay(toDay(time.start))}
            <br />
            {formatSessionHours(time, offers)}
          </Fact>
        ))}
        {subject.place && <Fact name="Where">{subject.place}</Fact>}
        {isOpen && subject.closesAt && (
          <Fact name="Closes">
            {formatDay(toDay(subject.closesAt))}
            <br />
            {formatTime(subject.closesAt)}
          </Fact>
        )}
        <FeeFacts subject={subject} />
        {subject.prize !== undefined && (
          <Fact name="Prize Worth">{formatRupees(subject.prize)}</Fact>
        )}
        {mostMembers(subject.teamSize) > 1 && (
          <Fact name="Team">{describeTeamSize(subject.teamSize)}</Fact>
        )}
      </dl>
      <ul className="mt-4 space-y-1 text-sm">
        {isOpen && offers.hasFewPlaces(subject) && (
          <li className="font-semibold">{fewPlacesWords}</li>
        )}
        {subject.approval && <li>{describeApproval(subject)}</li>}
        {subject.note && <li className="font-semibold">{subject.note}</li>}
        {lunch && (
          <li className={subject.lunch ? 'font-semibold' : ''}>{describeLunch(subject, lunch)}</li>
        )}
        {availability === 'cancelled' && (
          <li className="font-semibold">{`It is cancelled.${describeMoneyBack(subject)}`}</li>
        )}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <div className="mt-5 space-y-3">
        <WayIn subject={subject} availability={availability} onSoon={() => void showSoon()} />
        {offers.hasRooms && availability !== 'over' && availability !== 'cancelled' && (
          <ButtonLink href="/accommodation" shape="secondary" className="w-full">
            Get Accommodation
          </ButtonLink>
        )}
      </div>
      {SoonDialog && <SoonDialog onClose={() => setSoonDialog(undefined)} />}
    </aside>
  )
}

const List = ({ items }: { items: readonly ReactNode[] }) => (
  <ul className="list-none space-y-2">
    {items.map((item) => (
      <li
        key={String(item)}
        className="relative pl-5 before:absolute before:left-0 before:top-[0.7em] before:h-px before:w-3 before:bg-accent"
      >
        {item}
      </li>
    ))}
  </ul>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures max-w-52 text-right font-semibold">{children}</dd>
  </div>
)
