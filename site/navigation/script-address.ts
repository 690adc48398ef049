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

/** The URL of the service worker, the only URL that the policy can create. */
export const trustedWorkerAddress = (): string =>
  window.trustedTypes
    ?.createPolicy(scriptPolicy, { createScriptURL: () => workerAddress })
    .createScriptURL(workerAddress) ?? workerAddress
