import { listen } from './listen'

export const findFreePort = async (): Promise<number> => {
  const { url, stop } = await listen(() => {})
  await stop()
  return Number(new URL(url).port)
}
