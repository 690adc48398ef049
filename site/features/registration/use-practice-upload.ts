import { useMemo, useState } from 'react'
import { maxFileBytes, proofFields } from '../../../festival/upload'
import type { HeldFile } from '../../forms/uploads/kept-file'
import { readFile } from '../../forms/uploads/read-file'
import type { RegistrationFields } from './use-registration'

const { payment_screenshot_url: field } = proofFields.registration

/** A screenshot that is looked at as in the real form, and stays in the page (behaviour 9.10). */
export const usePracticeUpload = (): RegistrationFields['upload'] => {
  const [file, setFile] = useState<HeldFile>()
  const [refusal, setRefusal] = useState<string>()
  const [oversized, setOversized] = useState<File>()
  const picture = useMemo(() => file && new Blob([file.bytes], { type: file.type }), [file])
  return {
    accept: field.takes.join(','),
    file,
    picture,
    step: 'idle',
    refusal,
    oversized,
    choose: async (chosen) => {
      const read = await readFile(chosen, field)
      setRefusal(read.ok ? undefined : read.words)
      setOversized(chosen.size > maxFileBytes ? chosen : undefined)
      if (read.ok) setFile(read.file)
    },
    remove: () => {
      setRefusal(undefined)
      setOversized(undefined)
      setFile(undefined)
    },
  }
}
