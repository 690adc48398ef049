import { identity } from '#edition/identity'
import { deskWords } from '../../festival/help-desk'
import { ArrivedForm } from '../features/my-submission/arrived-form'
import { BackLink } from '../navigation/back-link'

export const describe = () => ({
  title: `Did it arrive? · ${identity.title}`,
  description: `Ask by e-mail how your registration, pass or room at ${identity.title} stands.`,
})

export default () => (
  <article data-colour="vein" className="mx-auto max-w-[44rem]">
    <BackLink parent="/contact">Back</BackLink>
    <h1 tabIndex={-1} className="mt-2 text-2xl sm:text-3xl">
      Did it arrive?
    </h1>
    <p className="measure mt-1 mb-6">
      Write your ID and your e-mail address. If they belong together, we send you a private link that shows how your
      registration, pass or room stands. If you have lost the ID, call {deskWords}.
    </p>
    <ArrivedForm />
  </article>
)
