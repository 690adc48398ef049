import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { chromiumFlags } from './browsers'

const listOff = (flag = '') => flag.replace('--disable-features=', '').split(',')

test('disables every browser feature that Playwright disables', async () => {
  // The program is not a browser, so Playwright's error lists all flags.
  const failure = await chromium.launch({ executablePath: '/bin/false' }).catch(String)
  const [own] = /--disable-features=\S+/.exec(String(failure)) ?? []
  const ours = chromiumFlags.find((flag) => flag.startsWith('--disable-features='))
  expect(listOff(own).length).toBeGreaterThan(5)
  expect(listOff(ours)).toEqual(expect.arrayContaining(listOff(own)))
})
