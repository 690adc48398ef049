import { registrationBody } from '../../support/bodies'
import { packScreenshot, uploadType } from '../opening/visits'
import { json, type Sent, send } from './send'
import type { Target } from './target'

/** A registration by this address, as the form sends it. */
export const fillForm = (email: string, url: string, name = 'Asha Test'): string =>
  JSON.stringify({
    ...registrationBody,
    members: [{ name, phone: '0123456789', year: 'Final year' }],
    email,
    payment_screenshot_url: url,
  })

export const uploading = (screenshot: Buffer): Sent => ({
  method: 'POST',
  path: '/image/upload',
  headers: { 'Content-Type': uploadType },
  body: packScreenshot(screenshot),
})

export const registering = (key: string, form: string): Sent => ({
  method: 'POST',
  path: '/api/event-registrations',
  headers: { ...json, 'Idempotency-Key': key },
  body: form,
})

/** The address that an upload's answer gives. */
export const readUpload = (text: string): string => {
  const { secure_url }: { secure_url: string } = JSON.parse(text)
  return secure_url
}

/** Uploads one picture and gives its address. @throws Error when it is refused */
export const uploadOnce = async (target: Target, screenshot: Buffer): Promise<string> => {
  const answer = await send(target, uploading(screenshot))
  if (answer.status !== 200) throw new Error(`The attack's own upload was answered with ${answer.status}`)
  return readUpload(answer.text)
}
