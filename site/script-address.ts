/** The one policy of Trusted Types that pages may make; the Content-Security-Policy names it. */
export const scriptPolicy = 'site'

/** What the standard says of them, as far as it is used here; browsers without Trusted Types have none of it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

const workerAddress = '/sw.js'

/** The service worker's address, as a browser with Trusted Types wants it; no other can be made so. */
export const trustedWorkerAddress = (): string =>
  window.trustedTypes
    ?.createPolicy(scriptPolicy, { createScriptURL: () => workerAddress })
    .createScriptURL(workerAddress) ?? workerAddress
