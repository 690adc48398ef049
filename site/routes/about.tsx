import { about } from '#edition/about'
import { identity } from '#edition/identity'
import { PhoneLink } from '../../ui/phone-link'
import { Part } from '../features/subject/subject-page'
import { Plate } from '../plate'

export const describe = () => ({
  title: `About · ${identity.title}`,
  description: `The conference, ${identity.college} and ${identity.association}, and how to reach us.`,
  plate: 'about',
})

const Texts = ({ texts }: { texts: readonly string[] }) => (
  <div className="space-y-3">
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
)

const linkLook =
  'inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-ink'

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
      <Part title="The conference">
        <Texts texts={about.conference} />
      </Part>
      <Part title="The institution">
        <p className="mb-1 font-display text-lg">{identity.college}</p>
        <Texts texts={about.institution} />
      </Part>
      <Part title="The student association">
        <p className="mb-1 font-display text-lg">{identity.association}</p>
        <Texts texts={about.association} />
      </Part>
      <Part title="Acknowledgements">
        <Texts texts={about.acknowledgements} />
      </Part>
      <Part title="Contact details">
        <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
          {identity.phones.map(({ label, number }) => (
            <div key={label}>
              <dt className="caption">{label}</dt>
              <dd>
                <PhoneLink number={number} />
              </dd>
            </div>
          ))}
          <div>
            <dt className="caption">E-mail</dt>
            <dd>
              <a href={`mailto:${identity.email}`} className={linkLook}>
                {identity.email}
              </a>
            </dd>
          </div>
          <div>
            <dt className="caption">Address</dt>
            <dd>
              <address className="not-italic">
                {identity.address.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </dd>
          </div>
        </dl>
      </Part>
    </div>
  </article>
)
