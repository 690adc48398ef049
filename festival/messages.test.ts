import { expect, test } from 'vitest'
import {
  accommodationMessages,
  couponMessages,
  delegatePassMessages,
  fileMessages,
  phoneHint,
  registrationMessages,
} from './messages'

test('the registration form speaks in the agreed words', () => {
  expect(registrationMessages).toEqual({
    uploading: 'Uploading screenshot...',
    uploadFailed: 'Failed to upload screenshot. Please try again.',
    saveFailed: 'Failed to save registration. Please try again.',
    emailFailed: 'Failed to send registration email. Please try again.',
    closed: 'Registration Closed',
  })
  expect(couponMessages.invalid).toBe('Sorry, this coupon does not exist or has been used.')
  expect(couponMessages.valid).toBe('Coupon applied: 5% discount')
})

test('the delegate pass form speaks in the agreed words', () => {
  expect(delegatePassMessages).toEqual({
    uploadFailed: 'Failed to upload image. Please try again.',
    screenshotMissing: 'Please upload the payment screenshot before submitting.',
    saveFailed: 'Failed to save delegate pass. Please try again.',
    emailFailed: 'Failed to send registration email. Please try again.',
  })
})

test('the accommodation form speaks in the agreed words', () => {
  expect(accommodationMessages).toEqual({
    uploadFailed: 'Failed to upload one or more files. Please try again.',
    saveFailed: 'Failed to save accommodation. Please try again.',
    emailFailed: 'Failed to send accommodation request. Please try again.',
  })
})

test('every form has the same words for a large file and for a phone number', () => {
  expect(fileMessages.tooLarge).toBe('File is too large! Please upload an image less than 4MB.')
  expect(phoneHint).toBe('Enter a valid 10-digit number or +91 followed by 10 digits')
})
