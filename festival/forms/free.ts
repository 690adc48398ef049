export const confirmLabel = 'Confirm my registration'

export const oneForEachAddress =
  'Each e-mail address can confirm one registration for this event. For another one, use another address.'

export const confirmText = `We will e-mail you a link. You are registered when you have opened it and pressed “${confirmLabel}”. ${oneForEachAddress}`

export const approvalText =
  'The organisers decide about it and will e-mail you. You do not need to do anything.'
