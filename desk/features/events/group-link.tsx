import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { queryCall, useCommand } from '../../api'
import { Form } from '../../fields'

export const GroupLink = ({ event }: { event: string }) => {
  const { data, error } = useQuery(queryCall('readGroupLink', { query: { event } }))
  const [editedUrl, setEditedUrl] = useState<string>()
  const url = editedUrl ?? data?.url ?? ''
  const saving = useCommand('setGroupLink', {
    refreshes: ['readGroupLink', 'readAudit'],
  })
  const failure = saving.error ?? error
  return (
    <details className="mb-4 max-w-xl print:hidden">
      <summary className="press cursor-pointer">
        Event group{data?.url ? '' : ' (no link yet)'}
      </summary>
      <Form
        onSubmit={() => saving.mutate({ query: { event }, body: { url } })}
        className="grid gap-3"
      >
        <TextField
          path="url"
          label="Link to the group"
          hint="For example a WhatsApp invitation, starting with https://. Only an admin named in ORGANISERS can link to sites other than the usual chat services. Only verified participants see the link: in their e-mail and on their own page."
          inputMode="url"
          value={url}
          error={failure?.problem?.errors?.[0]?.message ?? failure?.message}
          onChange={setEditedUrl}
        />
        <Button type="submit" shape="secondary" disabled={!data || saving.isPending}>
          Save the link
        </Button>
        <p role="status" className="font-semibold">
          {saving.isSuccess && 'The group link is saved. All admins get an e-mail about it.'}
        </p>
      </Form>
    </details>
  )
}
