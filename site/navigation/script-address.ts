/** The only Trusted Types policy that the Content-Security-Policy allows. */
export const scriptPolicy = 'site'

interface Rules {
  createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    /** Undefined in browsers without Trusted Types. */
    trustedTypes?: { createPolicy: (name: string, rules: Rules) => Rules }
  }
}

const workerAddress = '/sw.js'

/** The service worker's URL. The policy cannot create any other URL. */
export const trustedWorkerAddress = (): string =>
  window.trustedTypes
    ?.createPolicy(scriptPolicy, { createScriptURL: () => workerAddress })
    .createScriptURL(workerAddress) ?? workerAddress
