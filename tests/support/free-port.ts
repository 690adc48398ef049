import { listen } from './listen'

/** A port of this machine that nobody listens on at the moment. */
export const findFreePort = async (): Promise<number> => {
  const { url, stop } = await listen(() => {})
  await stop()
  return Number(new URL(url).port)
}
