import { makePng } from '../../../support/files'
import { type Attack, holdLines, tell } from '../attack'
import { uploadOnce } from '../forms'
import { openLine, writeHead } from '../target'

/** People who ask for one stored file of 4 MiB, again and again, and never read. */
export const fileReaders: Attack = {
  name: 'H1 400 who ask for a file of 4 MiB and never read',
  seconds: 15,
  run: async (target, isOver) => {
    const url = await uploadOnce(target, makePng({ bytes: 4 * 1024 * 1024 - 1_000 }))
    const asked = writeHead(target, `GET ${new URL(url).pathname}`)
    const { opened, held } = await holdLines({ lines: 400, perSecond: 25 }, isOver, () => {
      const socket = openLine(target)
      socket.write(asked)
      return socket
    })
    return tell(`${opened} connections, ${held} held at the end`)
  },
}

/** People who ask for the front page on and on, and never read. */
export const pageReaders: Attack = {
  name: 'H1 500 who ask for pages on and on and never read',
  seconds: 12,
  run: async (target, isOver) => {
    const asked = writeHead(target, 'GET /').repeat(400)
    const { opened, held } = await holdLines({ lines: 500, perSecond: 100 }, isOver, () => {
      const socket = openLine(target)
      socket.write(asked)
      return socket
    })
    return tell(`${opened} connections, ${held} held at the end`)
  },
}
