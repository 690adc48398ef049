/** Providers that pay no heed to dots in a local part. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, for counting only: in lower case, without what follows a `+`, and at Gmail
 * without dots, so that no spelling of one mailbox counts as another (behaviour 7.24).
 */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [local = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  return dotless.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
