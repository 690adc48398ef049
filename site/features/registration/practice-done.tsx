import { useEffect, useRef } from 'react'
import { registrationPath, type Subject } from '../../../festival/subject'
import { Button, buttonLook } from '../../../ui/button'
import { Link } from '../../navigation/link'

/** The end of a practice: the words of a real one, an id that is marked as practice, and the way to the real form. */
export const PracticeDone = ({ subject, id, onAgain }: { subject: Subject; id: string; onAgain: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className="mx-auto mt-4 max-w-[40rem] border border-dashed border-line bg-leaf px-5 py-8 sm:px-10">
      <p className="caption text-lg">Practice</p>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Registration Successful
      </h1>
      <p className="measure mt-3">
        That is how it ends for real. This time nothing was sent and nothing was kept, and you are not registered for
        anything.
      </p>
      <p className="mt-6 border-y border-dashed border-line py-4">
        <span className="caption block">Practice ID, not valid for anything</span>
        <strong className="figures font-display text-2xl font-medium sm:text-3xl">{id}</strong>
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Link href={registrationPath(subject)} className={buttonLook()}>
          Go to the real form
        </Link>
        <Button shape="secondary" onClick={onAgain}>
          Practise again
        </Button>
        <Link href="/" className={buttonLook('secondary')}>
          Back to Home
        </Link>
      </div>
    </section>
  )
}
