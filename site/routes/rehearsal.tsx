import { useState } from 'react'
import { identity } from '#edition/identity'
import { Banner } from '../../ui/banner'
import { makePracticeId } from '../features/rehearsal/rehearsal'
import { RehearsalDone } from '../features/rehearsal/rehearsal-done'
import { RehearsalForm } from '../features/rehearsal/rehearsal-form'
import { BackLink } from '../navigation/back-link'

export const describe = () => ({
  title: `Practice registration · ${identity.title}`,
  description: 'Try the registration form without registering: nothing is sent, nothing is stored, nothing is paid.',
})

export default () => {
  const [id, setId] = useState<string>()
  return (
    <article className="mx-auto mt-4 max-w-[44rem] border border-dashed border-line px-5 pt-3 pb-8 sm:px-10">
      {id ? (
        <RehearsalDone id={id} onAgain={() => setId(undefined)} />
      ) : (
        <>
          <BackLink parent="/register">Back</BackLink>
          <h1 tabIndex={-1} className="mt-2 text-3xl">
            Practice registration
          </h1>
          <div className="mt-4 mb-8">
            <Banner tone="note" title="This is only a rehearsal">
              <p>
                Nothing that you type is sent or stored, nothing is paid, and you are not registered afterwards.
                Invented answers are welcome.
              </p>
            </Banner>
          </div>
          <RehearsalForm onDone={() => setId(makePracticeId(Date.now()))} />
        </>
      )}
    </article>
  )
}
