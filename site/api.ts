import { isProblem, type Problem } from '../festival/contract/problem'
import { couponPath, type FormKind, type Forms, formPaths, uploadPath } from '../festival/forms/api'
import type { CouponAnswer } from '../festival/forms/registration'
import type { Preset, UploadReceipt } from '../festival/forms/upload'
import { privacyNotice } from './built'

export type ApiFailure =
  | { kind: 'problem'; problem: Problem; retryAfterSeconds?: number }
  | { kind: 'unreachable' }

/** Calls return failures instead of throwing. */
export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure }

const unreachable: ApiResult<never> = { ok: false, failure: { kind: 'unreachable' } }

/** The server itself waits up to ten seconds for the e-mail service. */
const responseTimeoutMs = 40_000

/** An upload that makes no progress for this long is aborted. */
const stallLimitMs = 45_000

/** Treats answers that did not come from our server as unreachable. */
export const parseResponse = <T>(
  status: number,
  text: string,
  retryAfter: string | null,
): ApiResult<T> => {
  try {
    if (status >= 200 && status < 203) {
      const value: T = JSON.parse(text)
      return typeof value === 'object' && value !== null ? { ok: true, value } : unreachable
    }
    const problem: unknown = JSON.parse(text)
    if (!isProblem(problem)) {
      return unreachable
    }
    const failure: ApiFailure = { kind: 'problem', problem }
    const seconds = Number(retryAfter ?? Number.NaN)
    if (Number.isFinite(seconds)) {
      failure.retryAfterSeconds = seconds
    }
    return { ok: false, failure }
  } catch {
    return unreachable
  }
}

export const post = async <T>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResult<T>> => {
  const call = new AbortController()
  const timer = setTimeout(() => call.abort(), responseTimeoutMs)
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: call.signal,
    })
    return parseResponse<T>(
      response.status,
      await response.text(),
      response.headers.get('Retry-After'),
    )
  } catch {
    return unreachable
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Attempts with the same key save one entry. The version of the privacy notice is not part of the
 * draft, so that an older body can be resent.
 */
export const sendForm = <Kind extends FormKind>(
  kind: Kind,
  body: Forms[Kind]['body'],
  key: string,
): Promise<ApiResult<Forms[Kind]['receipt']>> =>
  post(formPaths[kind], { ...body, privacy_notice: privacyNotice.date }, { 'Idempotency-Key': key })

export const checkCoupon = (event: string, code: string): Promise<ApiResult<CouponAnswer>> =>
  post(couponPath, { event, code })

/** `onProgress` receives the uploaded fraction, from 0 to 1. */
export const uploadFile = (
  file: Blob,
  name: string,
  preset: Preset,
  onProgress: (share: number) => void,
): Promise<ApiResult<UploadReceipt>> =>
  new Promise((resolve) => {
    const body = new FormData()
    body.append('upload_preset', preset)
    body.append('file', file, name)
    const request = new XMLHttpRequest()
    let timer = setTimeout(() => request.abort(), stallLimitMs)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), stallLimitMs)
      if (lengthComputable) {
        onProgress(loaded / total)
      }
    }
    request.onloadend = () => {
      clearTimeout(timer)
      resolve(
        request.status === 0
          ? unreachable
          : parseResponse(
              request.status,
              request.responseText,
              request.getResponseHeader('Retry-After'),
            ),
      )
    }
    request.open('POST', uploadPath)
    request.send(body)
  })
