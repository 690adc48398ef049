import { identity } from '#edition/identity'
import { contactSections, generalQueries } from '#edition/people'
import { PhoneLink } from '../../ui/phone-link'
import { Link, textLinkLook } from '../navigation/link'
import { Plate } from '../plate'
import { hasPage } from '../routes'

export const describe = () => ({
  title: `Contact the organising team · ${identity.title}`,
  description: `Who to call about registration, events and support at ${identity.title}: the organising team, by office.`,
  plate: 'contact',
})

const matters = [
  { name: 'Payment', href: '/did-it-arrive', label: 'Check my registration' },
  { name: 'Room', href: '/accommodation', label: 'Who to call for a room' },
  { name: 'Event', href: '/events', label: 'The in-charges are on its page' },
]

const rowLook = 'flex flex-wrap items-center gap-x-4 border-b border-rule'

export default () => (
  <article data-colour="vein">
    <header className="grid items-end gap-x-10 md:grid-cols-[minmax(0,1fr)_min(18rem,37%)]">
      <figure className="group order-1 justify-self-center md:order-2">
        <Plate of="contact" className="w-28 md:w-72" />
      </figure>
      <div className="order-2 mt-6 md:order-1 md:pb-8">
        <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
          Contact the organising team
        </h1>
        <section aria-labelledby="general" className="measure mt-6 border-l-2 border-accent pl-4">
          <h2 id="general" className="font-display text-lg italic">
            General Queries
          </h2>
          <p className="mt-1">{generalQueries}</p>
          <dl className="mt-2">
            {matters.filter(hasPage).map(({ name, href, label }) => (
              <div key={name} className={rowLook}>
                <dt className="w-24 font-display italic">{name}</dt>
                <dd>
                  <Link href={href} className={textLinkLook}>
                    {label}
                  </Link>
                </dd>
              </div>
            ))}
            {identity.phones.map(({ label, number }) => (
              <div key={label} className={rowLook}>
                <dt className="w-24 font-display italic">{label}</dt>
                <dd>
                  <PhoneLink number={number} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </header>
    {contactSections.map(({ name, people }) => (
      <section
        key={name}
        className="mt-8 border-t border-line pt-4 md:grid md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8"
      >
        <h2 className="font-display text-xl">{name}</h2>
        <ul className={`mt-2 md:mt-0 ${people.length > 1 ? 'grid gap-x-10 lg:grid-cols-2' : ''}`}>
          {people.map((person) => (
            <li
              key={person.title}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2"
            >
              <span className="flex-1 basis-32">
                <span className="block font-display text-lg/6">{person.title}</span>
                <span className="text-sm text-faded">{person.name}</span>
              </span>
              <PhoneLink number={person.phone} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </article>
)
