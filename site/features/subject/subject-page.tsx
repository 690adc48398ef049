import type { ReactNode } from 'react'
import { colourOf } from '../../../festival/catalogue'
import type { Subject } from '../../../festival/subject'
import { legendOf } from '../../legend'
import { BackLink } from '../../navigation/back-link'
import { Plate, plateCaption } from '../../plate'

/** The page of an event or workshop: its plate, its names, the box with the way in, and the parts below. */
export const SubjectPage = ({
  subject,
  parent,
  back,
  description,
  box,
  children,
}: {
  subject: Subject
  /** Where Back leads without a previous page. */
  parent: string
  back: string
  description: readonly string[]
  box: ReactNode
  children: ReactNode
}) => {
  const legend = legendOf(subject.key)
  return (
    <article data-colour={colourOf(subject)}>
      <BackLink parent={parent}>{back}</BackLink>
      <header className="grid items-end gap-x-10 md:grid-cols-[minmax(0,1fr)_20rem]">
        <figure className="group order-1 justify-self-center md:order-2">
          <Plate of={subject.key} className="w-60 md:w-80" />
          <figcaption className="caption mx-auto max-w-72 text-center">
            {plateCaption(subject)}. {legend?.name}.
            <span className="block text-sm">
              {legend?.marks.map(([letter, label], index) => (
                <span key={letter}>
                  {index > 0 && ', '}
                  <b className="font-normal text-ink">{letter}</b> {label}
                </span>
              ))}
            </span>
          </figcaption>
        </figure>
        <div className="order-2 mt-6 md:order-1 md:pb-8">
          <p className="caption text-lg">{subject.nickname ? subject.title : 'Workshop'}</p>
          <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
            {subject.nickname ?? subject.title}
          </h1>
          <p className="mt-2 font-display text-lg text-accent">{subject.subtitle}</p>
          <div className="measure mt-5 space-y-3">
            {description.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
      </header>
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="lg:sticky lg:top-6 lg:col-start-2 lg:self-start">{box}</div>
        <div className="lg:col-start-1 lg:row-start-1">{children}</div>
      </div>
    </article>
  )
}
