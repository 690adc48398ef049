/** One bad request, without a socket. */
export interface Call {
  method: string
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array<ArrayBuffer> | undefined
}

export const submissionPaths = ['/api/event-registrations', '/api/delegate-passes', '/api/accommodations'] as const
export const jsonPaths = [...submissionPaths, '/api/coupons/check'] as const

export const json = (path: string, body: string | Uint8Array<ArrayBuffer>, ...headers: Call['headers']): Call => ({
  method: 'POST',
  path,
  headers: [['Content-Type', 'application/json'], ...headers],
  body,
})

/** Undefined where not even a Request can be made of it: that is for the sockets. */
export const toRequest = ({ method, path, headers, body }: Call): Request | undefined => {
  try {
    const bare = method === 'GET' || method === 'HEAD'
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) }
    return new Request(`http://cerebra.test${path}`, bare || body === undefined ? init : { ...init, body })
  } catch {
    return undefined
  }
}
