import { pairSchema } from '../festival/contract/door'
import { NameForm } from './name-form'

export const VolunteerForm = (props: {
  button: string
  onSave: (volunteer: string) => Promise<void>
}) => (
  <NameForm
    label="Your first name"
    hint="The organisers see it beside each of your scans."
    schema={pairSchema.entries.volunteer}
    {...props}
  />
)
