import type { ReactNode } from 'react'
import type { Subject } from '../../../festival/subject'
import { colourOf } from '../../built'
import { type Legend, letterOf } from '../../legend'
import { BackLink } from '../../navigation/link'
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
    <article data-colour={colourOf(subject)} className="@container">
      <BackLink parent={parent}>{back}</BackLink>
      {/* In the order of a phone's screen, where the box comes right after the names; wider ones place it by the grid. */}
      <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-5 @middle:grid-cols-[15rem_minmax(0,1fr)] @wide:grid-cols-[15rem_minmax(0,1fr)_20rem]">
        <header className="@middle:col-start-2 @middle:row-start-1 @middle:self-end">
          <p className="caption text-lg">{subject.nickname ? subject.title : 'Workshop'}</p>
          <h1 tabIndex={-1} className="text-2xl @middle:text-4xl">
            {subject.nickname ?? subject.title}
          </h1>
          <p className="mt-2 font-display text-lg text-accent">{subject.subtitle}</p>
        </header>
        <div className="@middle:col-span-2 @middle:row-start-3 @wide:sticky @wide:top-6 @wide:col-3 @wide:row-span-3 @wide:row-start-1 @wide:self-start">
          {box}
        </div>
        <figure className="group w-60 max-w-full justify-self-center @middle:col-start-1 @middle:row-span-2 @middle:row-start-1">
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
        <div className="measure space-y-3 @middle:col-start-2 @middle:row-start-2">
          {description.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <div className="mt-3 @middle:col-span-2">{children}</div>
      </div>
    </article>
  )
}
