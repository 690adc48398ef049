import { type ReactNode, useId } from 'react'
import { deskWords } from '../../../festival/help-desk'

/** Whom to turn to where no script runs. The browser's build leaves the words out: only the built page shows them. */
export const WithoutScripts = () => (
  <noscript>
    {import.meta.env.SSR && (
      <p className="mb-6 border border-l-4 border-artery bg-paper px-4 py-3">
        This form needs JavaScript, which your browser does not run. Switch it on and load the page again, or turn to
        {` ${deskWords}.`}
      </p>
    )}
  </noscript>
)

/** The page of a form: its name and plate above, the sheet to fill in, and what to know beside it. */
export const FormPage = ({
  back,
  plate,
  caption,
  title,
  line,
  aside,
  children,
}: {
  back: ReactNode
  plate: ReactNode
  caption: ReactNode
  title: string
  /** One sentence under the title. */
  line: string
  aside: ReactNode
  children: ReactNode
}) => (
  <article>
    {back}
    <header className="group mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 md:gap-x-10">
      <div className="col-span-2 sm:col-span-1 sm:self-end">
        <p className="caption">{caption}</p>
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          {title}
        </h1>
      </div>
      <p className="measure mt-1 pb-6 font-display text-lg text-accent">{line}</p>
      <div className="col-start-2 sm:row-span-2 sm:row-start-1 sm:self-end">{plate}</div>
    </header>
    <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_min(18rem,37%)] lg:gap-x-12">
      <div className="md:sticky md:top-6 md:col-start-2">{aside}</div>
      <div className="min-w-0 md:col-start-1 md:row-start-1">
        <WithoutScripts />
        {children}
      </div>
    </div>
  </article>
)

const numerals = ['', 'I', 'II', 'III', 'IV', 'V', 'VI']

/** A numbered part of a form, as an atlas numbers its parts. */
export const FormPart = ({
  number,
  title,
  caption,
  children,
}: {
  number: number
  title: string
  /** What the part is for, in a few words. */
  caption?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-rule py-8 first:border-t-0 first:pt-0">
      <div className="mb-5 flex gap-3">
        <p aria-hidden="true" className="min-w-7 shrink-0 font-display text-xl italic text-accent">
          {numerals[number]}
        </p>
        <div>
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {caption && <p className="caption">{caption}</p>}
        </div>
      </div>
      <div className="space-y-5">{children}</div>
    </section>
  )
}

/** The sheet that a form is written on. */
export const formLook = 'border border-line bg-leaf px-4 py-6 sm:px-8 sm:py-8'
