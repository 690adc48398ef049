import { expect, test } from 'vitest'
import { makeContentSecurityPolicy } from './document'

const policy = makeContentSecurityPolicy(['let a=1'], 'p{color:red}')
const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))

test('pages run and wear what their policy names by hash, and nothing inline besides', () => {
  expect(policy).not.toMatch(/unsafe/)
  expect(directives.get('default-src')).toEqual(["'none'"])
  // printf %s 'p{color:red}' | openssl dgst -sha256 -binary | base64
  expect(directives.get('style-src')).toEqual(["'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='"])
  expect(directives.get('script-src')).toEqual(["'self'", "'sha256-+Q3dsIT3kYyYXlBldxY4Baal1kEoF6cDrlPvZn4iLYs='"])
})

test('a text becomes a script in no page, and one policy makes one address', () => {
  expect(directives.get('require-trusted-types-for')).toEqual(["'script'"])
  expect(directives.get('trusted-types')).toEqual(['site'])
})
