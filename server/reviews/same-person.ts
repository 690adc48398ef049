interface Person {
  name: string
  email: string
  phone: string
}

const foldName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, '')

export const lastDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

/** Whether two are one person, as far as a form tells: by e-mail address, phone, or the whole name. */
export const isSamePerson = (one: Person, other: Person): boolean => {
  const sharesEmail = one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()
  const sharesPhone = lastDigits(one.phone) !== '' && lastDigits(one.phone) === lastDigits(other.phone)
  return sharesEmail || sharesPhone || foldName(one.name) === foldName(other.name)
}
