/** The one policy of Trusted Types that pages may make; the Content-Security-Policy names it. */
export const scriptPolicy = 'site'

interface Rules {
  createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    /** What the standard says of them, as far as it is used here; browsers without Trusted Types have none of it. */
    trustedTypes?: { createPolicy: (name: string, rules: Rules) => Rules }
  }
}

const workerAddress = '/sw.js'

/** The service worker's address, as a browser with Trusted Types wants it; no other can be made so. */
export const trustedWorkerAddress = (): string =>
  window.trustedTypes
    ?.createPolicy(scriptPolicy, { createScriptURL: () => workerAddress })
    .createScriptURL(workerAddress) ?? workerAddress
