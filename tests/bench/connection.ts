import { connect, type Socket } from 'node:net'

/** What an answer's head, all headers together, may take at most. */
const longestHead = 4_096

/**
 * One kept connection that asks one thing after the other. It reads as little of HTTP as it can, so that the load takes
 * less of a core than whoever answers it.
 */
export class Connection {
  readonly #socket: Socket
  readonly #buffer = Buffer.allocUnsafe(65_536)
  #head = ''
  #status = 0
  /** Bytes of the body that are still to come; undefined while the head is awaited. */
  #missing: number | undefined
  #answered: ((status: number) => void) | undefined
  isOpen = true

  constructor(port: number) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: this.#buffer,
        callback: (size) => {
          this.#hear(size)
          return true
        },
      },
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.isOpen = false
      this.#finish(0)
    })
  }

  /** Sends a request; `answered` hears the status once the whole answer is here, 0 when the line was cut. */
  ask(request: string | Uint8Array, answered: (status: number) => void): void {
    this.#answered = answered
    if (this.isOpen) this.#socket.write(request)
    else this.#finish(0)
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(size: number): void {
    let ofBody = size
    if (this.#missing === undefined) {
      const text = this.#head + this.#buffer.toString('latin1', 0, Math.min(size, longestHead))
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) {
        this.#head = text
        if (text.length >= longestHead) this.close()
        return
      }
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      this.#status = length === undefined ? 0 : Number(text.slice(9, 12))
      this.#missing = Number(length ?? 0)
      ofBody = size - (end + 4 - this.#head.length)
      this.#head = ''
    }
    this.#missing -= ofBody
    if (this.#missing > 0) return
    this.#missing = undefined
    this.#finish(this.#status)
  }

  #finish(status: number): void {
    const answered = this.#answered
    this.#answered = undefined
    answered?.(status)
  }
}
