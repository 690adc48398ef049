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
const openDeskSignedIn = async (env?: Env) => {
  await openDesk(env)
  ravi = await signIn(festival)
}

const startBefore = (start: () => Promise<void>) => {
  beforeEach(start)
  afterEach(() => festival.close())
}

export const startFestival = (options?: Options): void => startBefore(() => open(options))

/** Starts a second app on the same tables, with another mailer, like a second process. */
export const startSecondProcess = async (): Promise<TestApp> => {
  const second = await createTestApp({ beside: festival })
  second.now = festival.now
  return second
}

/** Starts a server with a desk before each test. No organiser is signed in. */
export const startDesk = (env?: Env): void => startBefore(() => openDesk(env))

/** Starts a server with a desk before each test, and signs in a verifier. */
export const startSignedDesk = (env?: Env): void => startBefore(() => openDeskSignedIn(env))

export const startFestivalOnce = (options?: Options): void => {
  beforeAll(() => open(options))
  afterAll(() => festival.close())
}

export const replaceDesk = async (env: Env): Promise<void> => {
  await festival.close()
  await openDesk(env)
}

export const replaceSignedDesk = async (env: Env): Promise<void> => {
  await festival.close()
  await openDeskSignedIn(env)
}
