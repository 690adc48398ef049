// The parent sends how many milliseconds to set the clock back.
let behind = 0
const RealDate = Date
const now = () => RealDate.now() - behind

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, own) =>
    Reflect.construct(target, parts.length > 0 ? parts : [now()], own),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

process.on('message', (ms) => {
  behind = Number(ms)
  process.send?.('moved')
})
// The open channel to the parent must not keep the process running.
process.channel?.unref()
