import { afterEach, beforeEach } from 'vitest'
import { createDeskApp, type Desk, signIn } from './organisers'
import { createTestApp, type TestApp } from './test-app'

/** The server of the test that runs. */
export let festival: TestApp
/** There, where a verifier is signed in, their browser. */
export let ravi: Desk

const startBefore = (start: () => Promise<void>) => {
  beforeEach(start)
  afterEach(() => festival.close())
}

/** Gives each test of a file a server of its own. */
export const startFestival = (options?: Parameters<typeof createTestApp>[0]): void =>
  startBefore(async () => {
    festival = await createTestApp(options)
  })

/** The same with a desk, at which nobody is signed in. */
export const startDesk = (env?: Record<string, string>): void =>
  startBefore(async () => {
    festival = await createDeskApp(env)
  })

/** The same with a desk at which a verifier is signed in. */
export const startSignedDesk = (env?: Record<string, string>): void =>
  startBefore(async () => {
    festival = await createDeskApp(env)
    ravi = await signIn(festival)
  })
