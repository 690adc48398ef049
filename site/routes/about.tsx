import type { ReactNode } from 'react'
import { about } from '#edition/about'
import { identity } from '#edition/identity'
import { PhoneLink } from '../../ui/phone-link'
import { textLinkLook } from '../navigation/link'
import { Part } from '../part'
import { Plate } from '../plate'

export const describe = () => ({
  title: `About · ${identity.title}`,
  description: `${about.headings.conference}, ${identity.college} and ${identity.association}, and how to reach us.`,
  plate: 'about',
})

const { headings } = about
const sections: readonly (readonly [title: string, texts: readonly string[], name?: string])[] = [
  [headings.conference, about.conference],
  [headings.institution, about.institution, identity.college],
  [headings.association, about.association, identity.association],
  [headings.acknowledgements, about.acknowledgements],
]

const shownSections = sections.filter(([, texts, name]) => name || texts.length > 0)

const Contact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="caption">{label}</dt>
    <dd>{children}</dd>
  </div>
)

export default () => (
  <article data-colour="lymph">
    <header className="grid items-center gap-x-10 md:grid-cols-[minmax(0,1fr)_min(20rem,41%)]">
      <figure className="group order-1 justify-self-center md:order-2">
        <Plate of="about" className="w-52 md:w-80" />
      </figure>
      <div className="order-2 mt-6 md:order-1">
        <p className="caption text-lg">{identity.line}</p>
        <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
          About {identity.title}
        </h1>
      </div>
    </header>
    <div className="mt-8">
      {shownSections.map(([title, texts, name]) => (
        <Part key={title} title={title}>
          {name && <p className="mb-1 font-display text-lg">{name}</p>}
          <div className="space-y-3">
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </Part>
      ))}
      <Part title="Contact details">
        <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
          {identity.phones.map(({ label, number }) => (
            <Contact key={label} label={label}>
              <PhoneLink number={number} />
            </Contact>
          ))}
          <Contact label="E-mail">
            <a href={`mailto:${identity.email}`} className={`font-semibold ${textLinkLook}`}>
              {identity.email}
            </a>
          </Contact>
          <Contact label="Address">
            <address className="not-italic">
              {identity.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
          </Contact>
        </dl>
      </Part>
    </div>
  </article>
)
