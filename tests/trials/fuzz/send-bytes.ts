import { connect } from 'node:net'
import { setImmediate as immediately } from 'node:timers/promises'
import type { BadBytes } from './bad-bytes'

/** After so long without a word from a server that may wait for more. */
const silenceMs = 400
/** For a server that has all it needs. */
const timeoutMs = 15_000

const heads = /HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/gs

/** What came back over one connection. */
export interface Heard {
  /** The lines before each answer's body. */
  heads: string[]
  /** The server left us waiting, and we hung up. */
  isSilent: boolean
}

/** Sends the bytes and listens until the line falls silent or is closed. */
export const sendBytes = (port: number, { pieces, cuts, requests }: BadBytes): Promise<Heard> =>
  new Promise((done) => {
    let heard = ''
    let isSilent = false
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(requests === undefined ? silenceMs : timeoutMs, () => {
      isSilent = true
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      done({ heads: heard.match(heads) ?? [], isSilent })
    })
    const send = async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await immediately()
        if (socket.destroyed) return
        socket.write(piece)
      }
      if (cuts) socket.destroySoon()
    }
    void send()
  })
