import type { ReactNode } from 'react'
import { colourOf } from '../../../festival/catalogue'
import type { Subject } from '../../../festival/subject'
import { type Legend, letterOf } from '../../legend'
import { BackLink } from '../../navigation/back-link'
import { Plate, plateCaption } from '../../plate'

/** The page of an event or workshop: its plate, its names, the box with the way in, and the parts below. */
export const SubjectPage = ({
  subject,
  legend,
  parent,
  back,
  description,
  box,
  children,
}: {
  subject: Subject
  legend: Legend | undefined
  /** Where Back leads without a previous page. */
  parent: string
  back: string
  description: readonly string[]
  box: ReactNode
  children: ReactNode
}) => {
  return (
    <article data-colour={colourOf(subject)}>
      <BackLink parent={parent}>{back}</BackLink>
      <div className="mt-2 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* On a phone the box comes right after the names: when, for how much and the way in stand on the first screen. */}
        <header className="grid items-center gap-x-8 gap-y-4 max-sm:contents sm:grid-cols-[15rem_minmax(0,1fr)]">
          <figure className="group w-60 justify-self-center">
            <Plate of={subject.key} />
            <figcaption className="caption text-center">
              {plateCaption(subject)}. {legend?.name}.
              <span className="block text-sm">
                {legend?.marks.map((label, index) => (
                  <span key={letterOf(index)}>
                    {index > 0 && ', '}
                    <b>{letterOf(index)}</b>&nbsp;{label}
                  </span>
                ))}
              </span>
            </figcaption>
          </figure>
          <div className="max-sm:contents">
            <div className="max-sm:-order-2">
              <p className="caption text-lg">{subject.nickname ? subject.title : 'Workshop'}</p>
              <h1 tabIndex={-1} className="text-2xl sm:text-4xl">
                {subject.nickname ?? subject.title}
              </h1>
              <p className="mt-2 font-display text-lg text-accent">{subject.subtitle}</p>
            </div>
            <div className="measure space-y-3 sm:mt-5">
              {description.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </div>
        </header>
        <div className="max-sm:-order-1 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          {box}
        </div>
        <div>{children}</div>
      </div>
    </article>
  )
}
