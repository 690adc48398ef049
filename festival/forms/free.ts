export const confirmLabel = 'Confirm my registration'

export const oneForEachAddress =
  'Each e-mail address can confirm one registration for this event. For another one, use another address.'

export const approvalText =
  'The organisers decide about it and will e-mail you. You do not need to do anything.'
