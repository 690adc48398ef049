import { connect, type Socket } from 'node:net'
import { setImmediate as immediately } from 'node:timers/promises'
import type { BadBytes } from './bad-bytes'

/** After so long without a word from a server that may wait for more. */
const silenceMs = 400
/** For a server that has all it needs. */
const patienceMs = 15_000

const heads = /HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/gs
const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** How long an answer may take until the next piece is sent all the same. */
const answerMs = 200

/** What came back over one connection. */
export interface Heard {
  /** The lines before each answer's body. */
  heads: string[]
  /** The bodies, with each answer's status in front of it. */
  bodies: string
  /** The server left us waiting, and we hung up. */
  isSilent: boolean
}

const hearMore = (socket: Socket) =>
  new Promise<void>((heard) => {
    const timer = setTimeout(heard, answerMs)
    socket.once('data', () => {
      clearTimeout(timer)
      heard()
    })
  })

/** Sends the bytes and listens until the line falls silent or is closed. */
export const sendBytes = (port: number, { pieces, cuts, requests, waits }: BadBytes): Promise<Heard> =>
  new Promise((done) => {
    let heard = ''
    let isSilent = false
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(requests === undefined ? silenceMs : patienceMs, () => {
      isSilent = true
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const bodies = heard.replaceAll(heads, '[$1]').replaceAll(ids, '')
      done({ heads: heard.match(heads) ?? [], bodies, isSilent })
    })
    const send = async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await (waits ? hearMore(socket) : immediately())
        if (socket.destroyed) return
        socket.write(piece)
      }
      if (cuts) socket.destroySoon()
    }
    void send()
  })
