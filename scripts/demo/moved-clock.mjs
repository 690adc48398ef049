// Loaded before the demo's server: its clock goes as many milliseconds behind as its parent says.
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
// It is no reason to stay.
process.channel?.unref()
