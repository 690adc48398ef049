/** `11800.00`. */
export const plain = (paise: number): string => {
  const text = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** `1,23,456.78`, as India groups. */
export const grouped = (paise: number): string => {
  const [rupees = '', rest = ''] = plain(paise).split('.')
  return `${rupees.replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, ',')}.${rest}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day in a bank's spelling: `dd/mm/yyyy`, `dd-mm-yy`, `d mon yyyy`. */
export const spell = (day: string, form: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return form
    .replace('yyyy', year)
    .replace('yy', year.slice(2))
    .replace('dd', date)
    .replace('mm', month)
    .replace(/\bd\b/, String(Number(date)))
    .replace('mon', months[Number(month) - 1] ?? '')
}
