import type { ReactNode } from 'react'
import { identity } from '#edition/identity'
import { privacy } from '#edition/privacy'
import { subjectNames } from '../../festival/content/catalogue'
import type { PrivacyContent } from '../../festival/content/content'
import { formatDate } from '../../festival/content/slot'
import { PhoneLink } from '../../ui/phone-link'
import { optionalPages } from '../built'
import { ButtonLink, textLinkLook } from '../navigation/link'
import { Part } from '../part'

export const describe = () => ({
  title: `Privacy · ${identity.title}`,
  description: `What ${identity.title} keeps about you, why, who sees it, for how long, and how to have it corrected or erased.`,
  isQuiet: true,
})

const { collected, contact, copies } = privacy

type Collected = PrivacyContent['collected']['registration']

const kinds: [title: string, of: Collected][] = [
  [`Registering for an ${subjectNames.one}`, collected.registration],
]
if (optionalPages.includes('delegate-pass') && collected.pass) {
  kinds.push(['Delegate pass', collected.pass])
}
if (optionalPages.includes('accommodation') && collected.room) {
  kinds.push(['Room request and ID proof', collected.room])
}
kinds.push(['Payment', collected.payment], ['E-mail', collected.email])

const copyTitles: Readonly<Record<keyof typeof copies, string>> = {
  backups: 'Backups',
  downloads: 'Downloaded lists',
  emails: 'Copies of e-mails',
  bankStatements: 'Bank statements',
  logs: 'Logs and notes',
  photographs: 'Photographs',
  devices: 'Your own device',
}

const listCopies = Object.entries<string>(copyTitles).map(
  ([name, title]) => [title, Reflect.get(copies, name)] as const,
)

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="border-b border-rule py-2 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
    <dt className="text-faded">{term}</dt>
    <dd>{children}</dd>
  </div>
)

const CollectedKind = ({
  title,
  of: { details, purpose, readers, kept },
}: {
  title: string
  of: Collected
}) => (
  <section className="mt-6 first:mt-0">
    <h3 className="font-display text-lg">{title}</h3>
    <dl className="mt-1">
      <Row term="What">{details}</Row>
      <Row term="Why">{purpose}</Row>
      <Row term="Who sees it">{readers}</Row>
      <Row term="How long">{kept}</Row>
    </dl>
  </section>
)

export default () => (
  <article data-colour="vein">
    <header>
      <p className="caption">Version of {formatDate(privacy.date)}</p>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        Privacy notice
      </h1>
      <p className="measure mt-3 text-lg">
        {privacy.responsible} is responsible for the details that you send on this site. This page
        says what is collected and why, who sees it, how long it is kept, and how to have it
        corrected or erased.
      </p>
    </header>
    <div className="mt-8">
      <Part title="Who to ask">
        <p>{privacy.responsible}</p>
        <address className="not-italic text-faded">{identity.address.join(', ')}</address>
        <dl className="mt-3">
          <Row term="Complaints">
            {contact.name}
            <br />
            <a href={`mailto:${contact.email}`} className={textLinkLook}>
              {contact.email}
            </a>
            <br />
            <PhoneLink number={contact.phone} />
          </Row>
        </dl>
        <p className="mt-3">
          If the answer does not help, you can complain to the Data Protection Board of India.
        </p>
      </Part>
      <Part title="What is collected">
        {kinds.map(([title, of]) => (
          <CollectedKind key={title} title={title} of={of} />
        ))}
      </Part>
      <Part title="Also kept">
        <p className="mb-2">
          Some copies are easy to forget. Erasing your details does not always reach them.
        </p>
        <dl>
          {listCopies.map(([title, text]) => (
            <Row key={title} term={title}>
              {text}
            </Row>
          ))}
        </dl>
      </Part>
      <Part title="Teams">
        <p>
          A team leader sends the details of the other members. Leaders: tell your members, and show
          them this page. Members can also write to the contact above themselves.
        </p>
      </Part>
      <Part title="Where it is kept">
        <p>{privacy.hosting}</p>
      </Part>
      <Part title="Under 18">
        <p>{privacy.minors}</p>
        {privacy.askAge && (
          <p className="mt-3">
            Each form asks whether you are 18 or older. If you are not, it asks for a parent’s name
            and phone, so that we can reach them. Both are kept and erased with your other details,
            and the same organisers see them.
          </p>
        )}
      </Part>
      <Part title="Correct it">
        <p>{privacy.corrections}</p>
        <p className="mt-3">
          <ButtonLink href="/did-it-arrive" shape="secondary">
            Check my registration
          </ButtonLink>
        </p>
      </Part>
      <Part title="Have it erased">
        <p>{privacy.erasure}</p>
      </Part>
    </div>
  </article>
)
