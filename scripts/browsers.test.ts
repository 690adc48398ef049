import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { chromiumFlags } from './browsers'

const listOff = (flag = '') => flag.replace('--disable-features=', '').split(',')

test('what Playwright switches off stays off', async () => {
  // A program that is no browser: why it did not start names all that it was started with.
  const failure = await chromium.launch({ executablePath: '/bin/false' }).catch(String)
  const [own] = /--disable-features=\S+/.exec(String(failure)) ?? []
  const ours = chromiumFlags.find((flag) => flag.startsWith('--disable-features='))
  expect(listOff(own).length).toBeGreaterThan(5)
  expect(listOff(ours)).toEqual(expect.arrayContaining(listOff(own)))
})
