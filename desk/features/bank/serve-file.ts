import { type Ask, holdFile } from './file-worker'

/** The entry of the worker that reads a bank's file; it answers one ask after the other. */
const answer = holdFile()
let last: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  last = last.then(async () => {
    try {
      postMessage(await answer(data))
    } catch (error) {
      // The desk hears of it as an error of the worker.
      reportError(error)
    }
  })
})
