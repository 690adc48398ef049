import { makePng } from '../../../support/files'
import { packScreenshot, uploadType } from '../../opening/visits'
import { type Attack, holdLines, tell } from '../attack'
import { json } from '../send'
import { openLine, type Target, writeHead } from '../target'

/** Says how long its body is, and sends less. */
const openUnfinished = (target: Target, path: string, type: string, length: number, sent: Buffer) => {
  const socket = openLine(target)
  socket.resume()
  socket.write(writeHead(target, `POST ${path}`, { 'Content-Type': type, 'Content-Length': length }))
  socket.write(sent)
  return socket
}

const mebibyte = 1024 * 1024

/** Bodies that stop before their last byte: half of a mebibyte, half of what a form may have. */
export const jsonBodies: Attack = {
  name: 'H2 1,800 JSON bodies that stop before their last byte',
  seconds: 18,
  run: async (target, isOver) => {
    const { opened, held } = await holdLines({ lines: 1_800, perSecond: 110 }, isOver, (index) => {
      const length = index % 2 === 0 ? mebibyte : 64 * 1024
      return openUnfinished(
        target,
        '/api/event-registrations',
        json['Content-Type'],
        length,
        Buffer.alloc(length - 1, 'a'),
      )
    })
    return tell(`${opened} connections, ${held} held at the end`)
  },
}

/** All but the last 4 KiB of a picture, as the form sends it. */
const cutShort = (bytes: number) => {
  const whole = packScreenshot(makePng({ bytes }))
  return { length: whole.length, sent: whole.subarray(0, -4_096) }
}

/** Uploads that stop before their end, and small ones that fill what is left of the memory for uploads. */
export const uploads: Attack = {
  name: 'H6 63 unfinished uploads and 37 small ones',
  seconds: 14,
  run: async (target, isOver) => {
    const [large, small] = [cutShort(4 * mebibyte - 1_000), cutShort(400_000)]
    const { opened, held, letGo } = await holdLines({ lines: 100, perSecond: 10 }, isOver, (index) => {
      const { length, sent } = index % 100 < 63 ? large : small
      return openUnfinished(target, '/image/upload', uploadType, length, sent)
    })
    return tell(`${opened} begun, ${held} held at the end, ${letGo} let go`)
  },
}
