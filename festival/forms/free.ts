export const confirmLabel = 'Confirm my registration'

export const oneForEachAddress =
  'Each e-mail address can confirm only one registration for this event. For another registration, use another address.'

export const confirmText = `We will e-mail you a link. To complete your registration, open the link and press “${confirmLabel}”. ${oneForEachAddress}`

export const approvalText =
  'The organisers will decide whether to accept your registration and will e-mail you. You do not need to do anything.'
