export const phoneHint = 'Enter a valid 10-digit number or +91 followed by 10 digits'

export const fileMessages = {
  uploadFailed: 'Failed to upload image. Please try again.',
  tooLarge: 'File is too large! Please upload an image less than 4MB.',
  /** Only Safari opens HEIC photos, which iPhones take. */
  heic: 'This is a HEIC photo, which we cannot read. Take a screenshot of it and choose that, or save the photo as JPEG.',
  unsupportedImage:
    'We can’t read this file as a picture. Please choose a JPEG, PNG or WebP picture.',
  tooSmall:
    'This picture is too small to read: it needs at least 64 x 64 pixels. Please choose the screenshot itself, not a thumbnail of it.',
  tooManyScans:
    'This picture takes too long to open. Please take a new screenshot, or save it as an ordinary JPEG or PNG.',
  unsupportedProof:
    'We can’t read this file: it may be damaged or of an unsupported type. Please choose a JPEG, PNG or WebP picture, or save the PDF again.',
} as const

/** Separate, so that pages with forms do not load these messages. */
export const storedFileMessages = {
  mustBePicture:
    'This must be a picture (JPEG, PNG or WebP), not a PDF. Please choose a screenshot.',
  noRoom:
    'Our storage is full at the moment. Everything you entered is still on this device, so please try again in a few minutes.',
  smallOnly:
    'Many files have been sent from your network today, so each new file can have at most 300 KiB. Please choose a smaller file.',
  gone: 'We no longer have this file. Please choose and upload it again.',
  unsupportedPayment:
    'We can’t read this type of file. Please choose a JPEG, PNG or WebP picture. PDF files are accepted only for room requests.',
} as const

export const formMessages = {
  registration: {
    uploadFailed: 'Failed to upload screenshot. Please try again.',
    saveFailed: 'Failed to save registration. Please try again.',
    emailFailed: 'Failed to send registration email. Please try again.',
  },
  'delegate-pass': {
    uploadFailed: fileMessages.uploadFailed,
    saveFailed: 'Failed to save delegate pass. Please try again.',
    emailFailed: 'Failed to send registration email. Please try again.',
  },
  accommodation: {
    uploadFailed: 'Failed to upload one or more files. Please try again.',
    saveFailed: 'Failed to save accommodation. Please try again.',
    emailFailed: 'Failed to send accommodation request. Please try again.',
  },
} as const

export const screenshotMissing = 'Please upload the payment screenshot before submitting.'

export const couponMessages = {
  invalid: 'Sorry, this coupon does not exist or has been used.',
  valid: 'Coupon applied: 5% discount',
} as const

export const nothingToDiscount = 'There is no fee, so you do not need a coupon.'
export const tooManyCoupons =
  'Too many coupon codes were tried from your network. Please continue without a coupon, or try again later.'

export const whereToFindUtr =
  'Google Pay calls it “UPI transaction ID”, PhonePe “UTR”, Paytm “UPI Ref No”, and your bank’s message “UPI Ref no”.'
