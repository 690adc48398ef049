import { Children, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { FieldError } from '../../festival/contract/problem'
import { Button } from '../../ui/button'
import { ErrorSummary } from '../../ui/error-summary'
import { useIsHydrated } from '../../ui/hooks'
import { useIsBuildTime } from '../moment'
import { loadPart } from '../navigation/retry-import'
import { readRecent } from './draft'
import { nameField } from './failure'
import { type PaymentStop, StopAlert } from './payment-gate'
import { DraftNotices } from './send-part'
import type { Form } from './use-form'
import { useParts } from './use-parts'

/**
 * Keeps a closed form on its page if the page has shown it open or the device has a draft: typed
 * text must not vanish, and visitors who have paid must be able to send it. If `isOver`, a draft
 * alone is not enough.
 */
export const useFormStays = (isOpen: boolean, isOver: boolean, draft: string): boolean => {
  const isBuildTime = useIsBuildTime()
  const [wasOpen, setWasOpen] = useState(false)
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => {
    if (isOpen && !isBuildTime) {
      setWasOpen(true)
    }
  }, [isOpen, isBuildTime])
  useEffect(() => setHasDraft(readRecent(draft) !== undefined), [draft])
  return wasOpen || (hasDraft && !isOver)
}

/**
 * Loads the module of the last screen at the first input, so that it appears even if the connection
 * is lost after the form is sent. Not lazy, because React would show an empty page for 0.3 s.
 */
export const useLastScreen = <Module,>(
  load: () => Promise<Module>,
  isShown: boolean,
): Module | undefined => {
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    const prefetch = () => void load().then(setModule, () => undefined)
    document.addEventListener('input', prefetch, { once: true })
    return () => document.removeEventListener('input', prefetch)
  }, [load])
  useEffect(() => {
    if (isShown) {
      void loadPart(load).then(setModule)
    }
  }, [isShown, load])
  return module
}

/** Only prerendered pages contain these words; the client build drops them. */
const WithoutScripts = () => (
  <noscript>
    {import.meta.env.SSR && (
      <p className="mb-6 border border-l-4 border-artery bg-leaf px-4 py-3">
        {`This form needs JavaScript, which your browser does not run. Switch it on and load the page again, or call ${helpDeskContact}.`}
      </p>
    )}
  </noscript>
)

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
  line: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <article>
    {back}
    <header className="form-head group mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 md:gap-x-10">
      <div className="col-span-2 sm:col-span-1 sm:self-end">
        <p className="caption">{caption}</p>
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          {title}
        </h1>
      </div>
      <p className="opening measure mt-1 pb-3 font-display text-lg text-accent sm:pb-6">{line}</p>
      <div className="opening col-start-2 sm:row-span-2 sm:row-start-1 sm:self-end">{plate}</div>
    </header>
    <div
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-4 sm:gap-y-8 ${aside ? 'md:grid-cols-[minmax(0,1fr)_min(18rem,37%)]' : 'max-w-[48rem]'} lg:gap-x-12`}
    >
      {aside && <div className="opening md:sticky md:top-6 md:col-start-2">{aside}</div>}
      <div className="min-w-0 md:col-start-1 md:row-start-1">{children}</div>
    </div>
  </article>
)

type SheetForm = Pick<
  Form<object>,
  'ref' | 'submit' | 'isBusy' | 'findErrors' | 'showFailure' | 'remainingErrors' | 'draft'
>

export const FormSheet = ({
  form,
  name,
  due,
  partCount,
  stop,
  offer,
  note,
  onSubmit = () => void form.submit(),
  footer,
  children,
}: {
  form: SheetForm
  name: string
  /** Shown beside the number of the part. Without it, phones show all parts at once. */
  due?: ReactNode
  /** How many parts there are, if the last one is a dialog. */
  partCount?: number
  stop?: PaymentStop | undefined
  offer?: ReactNode
  note?: ReactNode
  onSubmit?: () => void
  /** The footer stays usable while the form is busy. */
  footer: ReactNode
  children: ReactNode
}) => {
  const box = useRef<HTMLDivElement>(null)
  const hasParts = due !== undefined
  const count = hasParts ? Children.toArray(children).length : 1
  const { part, hasNext, goOn, isInPart } = useParts(box, count)
  const isHere = ({ path }: FieldError) => isInPart(path)
  const submit = () => {
    if (!hasNext) {
      return onSubmit()
    }
    const errors = form.findErrors().filter(isHere)
    form.showFailure(errors.length > 0 ? { kind: 'fields', errors } : undefined)
    if (errors.length === 0) {
      goOn()
    }
  }
  const errorsHere = hasNext ? form.remainingErrors.filter(isHere) : []
  return (
    <>
      <WithoutScripts />
      {stop && <StopAlert stop={stop} />}
      {offer && <div className="opening">{offer}</div>}
      <form
        ref={form.ref}
        method="post"
        noValidate
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="border border-line px-4 py-5 sm:px-8 sm:py-8"
      >
        {note && <p className="opening mb-4 text-sm text-faded sm:mb-6">{note}</p>}
        {hasNext && <DraftNotices isRestored={form.draft.isRestored} />}
        {errorsHere.length > 0 && (
          <div className="mb-6">
            <ErrorSummary errors={errorsHere.map(nameField)} />
          </div>
        )}
        <div ref={box} inert={form.isBusy} className={hasParts ? 'parts' : ''}>
          {children}
        </div>
        <div className={hasParts ? 'part-end' : ''}>{footer}</div>
        {hasParts && <PartBar due={due} part={part} count={partCount ?? count} />}
      </form>
    </>
  )
}

/** On phones, in place of the navigation. */
const PartBar = ({ due, part, count }: { due: ReactNode; part: number; count: number }) => {
  const isAlive = useIsHydrated()
  // Browsers may show the bar before its buttons have loaded, so it has a minimum height.
  return (
    <div className="places part-bar min-h-16">
      <div className="flex items-center gap-3 px-4 py-2">
        <Button shape="secondary" className="part-back px-3!" onClick={() => window.history.back()}>
          Back
        </Button>
        <p role="status" className="min-w-0 flex-1">
          <span className="figures block font-semibold">{due}</span>
          <span className="figures block text-sm text-faded">
            {isAlive ? `${part + 1} of ${count}` : 'Loading…'}
          </span>
        </p>
        <Button type="submit" className="part-next" disabled={!isAlive}>
          Continue
        </Button>
      </div>
    </div>
  )
}

export const FormPart = ({
  title,
  caption,
  children,
}: {
  title: string
  caption?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-rule py-8 first:border-t-0 first:pt-0">
      <div className="mb-5">
        <h2 id={id} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        {caption && <p className="caption">{caption}</p>}
      </div>
      <div className="space-y-5">{children}</div>
    </section>
  )
}

export const FormNotes = ({
  title,
  notes,
  children,
}: {
  title: string
  notes: readonly string[]
  children?: ReactNode
}) => (
  <section aria-label={title} className="border-t border-accent pt-3 text-sm">
    <h2 className="text-lg italic">{title}</h2>
    <ul className="mt-2 space-y-2.5">
      {notes.map((note) => (
        <li
          key={note}
          className="relative pl-5 before:absolute before:top-[0.7em] before:left-0 before:h-px before:w-3 before:bg-accent"
        >
          {note}
        </li>
      ))}
    </ul>
    {children}
  </section>
)
