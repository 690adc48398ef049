import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createDeskApp, type Desk, signIn } from './organisers'
import { createTestApp, type TestApp } from './test-app'

type Options = Parameters<typeof createTestApp>[0]
type Env = Record<string, string>

/** The server of the test that runs. */
export let festival: TestApp
/** There, where a verifier is signed in, their browser. */
export let ravi: Desk

const open = async (options?: Options) => {
  festival = await createTestApp(options)
}
const openDesk = async (env?: Env) => {
  festival = await createDeskApp(env)
}
const openSignedDesk = async (env?: Env) => {
  await openDesk(env)
  ravi = await signIn(festival)
}

const startBefore = (start: () => Promise<void>) => {
  beforeEach(start)
  afterEach(() => festival.close())
}

/** Gives each test of a file a server of its own. */
export const startFestival = (options?: Options): void => startBefore(() => open(options))

/** A second process over the same tables, with a mailer of its own. */
export const startSecondProcess = async (): Promise<TestApp> => {
  const second = await createTestApp({ beside: festival })
  second.now = festival.now
  return second
}

/** The same with a desk, at which nobody is signed in. */
export const startDesk = (env?: Env): void => startBefore(() => openDesk(env))

/** The same with a desk at which a verifier is signed in. */
export const startSignedDesk = (env?: Env): void => startBefore(() => openSignedDesk(env))

/** Gives all tests of a file one server. */
export const startFestivalOnce = (options?: Options): void => {
  beforeAll(() => open(options))
  afterAll(() => festival.close())
}

/** Ends the test's server, and goes on with one that has other settings and a desk. */
export const replaceDesk = async (env: Env): Promise<void> => {
  await festival.close()
  await openDesk(env)
}

/** Ends the test's server, and goes on with one that has other settings and a desk at which a verifier is signed in. */
export const replaceSignedDesk = async (env: Env): Promise<void> => {
  await festival.close()
  await openSignedDesk(env)
}
