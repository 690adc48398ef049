export const confirmLabel = 'Confirm my registration'

export const oneForEachAddress =
  'Each e-mail address can confirm one registration for this event. For another one, use another address.'

export const confirmText = `We will e-mail you a link. You are registered when you have opened it and pressed “${confirmLabel}”. ${oneForEachAddress}`

/** For the page of a free event whose entries the organisers approve. */
export const describeApproval = ({ places }: { places?: number | undefined }): string =>
  `${places ? `${places} places. ` : ''}The organisers choose who takes part.`

export const approvalText =
  'The organisers decide about it and will e-mail you. You do not need to do anything.'
