import { ApiError, toProblemResponse } from './api-error'

/** A name or an address, and a port. */
const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** A request as Node's parser leaves it: names and values alternate. */
interface Incoming {
  rawHeaders: readonly string[]
}

const namesOneHost = ({ rawHeaders }: Incoming): boolean => {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  return hosts.length === 1 && host.test(hosts[0] ?? '')
}

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/**
 * Refuses a request that names no host, two, or one that is none (behaviour 13.17): servers that look at different ones
 * are played off against each other. `headers` go with the refusal.
 */
export const checkHost = (fetch: Fetch, headers: Record<string, string>) => {
  const refuse = () => {
    const answer = toProblemResponse(new ApiError('bad-request', 'The request does not name one host.'))
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
    return answer
  }
  return {
    fetch: (request: Request, bindings: { incoming: Incoming }) =>
      namesOneHost(bindings.incoming) ? fetch(request, bindings) : refuse(),
    /** For what cannot even be made into a request, because of its host or its address. */
    refuse,
  }
}
