import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createDeskApp, type Desk, signIn } from './organisers'
import { createTestApp, type TestApp } from './test-app'

type Options = Parameters<typeof createTestApp>[0]
type Env = Record<string, string>

export let festival: TestApp
/** A signed-in verifier's browser. */
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

export const startFestival = (options?: Options): void => startBefore(() => open(options))

/** A second process on the same tables, with its own mailer. */
export const startSecondProcess = async (): Promise<TestApp> => {
  const second = await createTestApp({ beside: festival })
  second.now = festival.now
  return second
}

/** With a desk, signed out. */
export const startDesk = (env?: Env): void => startBefore(() => openDesk(env))

/** With a desk, signed in as a verifier. */
export const startSignedDesk = (env?: Env): void => startBefore(() => openSignedDesk(env))

/** Shares one server among all tests of a file. */
export const startFestivalOnce = (options?: Options): void => {
  beforeAll(() => open(options))
  afterAll(() => festival.close())
}

/** Restarts with a desk and other settings. */
export const replaceDesk = async (env: Env): Promise<void> => {
  await festival.close()
  await openDesk(env)
}

/** Restarts with other settings and a signed-in verifier. */
export const replaceSignedDesk = async (env: Env): Promise<void> => {
  await festival.close()
  await openSignedDesk(env)
}
