import { identity } from '#edition/identity'
import { contactSections, generalQueries } from '#edition/people'
import { PhoneLink } from '../../ui/phone-link'
import { Link } from '../navigation/link'
import { Plate } from '../plate'

export const describe = () => ({
  title: `Contact the organising team · ${identity.title}`,
  description: `Whom to call about registration, events and support at ${identity.title}: the organising team, by office.`,
  plate: 'contact',
})

export default () => (
  <article data-colour="vein">
    <header className="grid items-end gap-x-10 md:grid-cols-[minmax(0,1fr)_min(18rem,37%)]">
      <figure className="group order-1 justify-self-center md:order-2">
        <Plate of="contact" className="w-44 md:w-72" />
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
          <ul className="mt-1">
            {identity.phones.map(({ label, number }) => (
              <li key={label}>
                {label}: <PhoneLink number={number} />
              </li>
            ))}
          </ul>
          <p className="mt-1">
            <Link href="/did-it-arrive" className="inline-flex min-h-11 items-center underline underline-offset-4">
              Check my registration
            </Link>
          </p>
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
