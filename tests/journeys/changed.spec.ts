import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { instantAt } from '../../festival/content/slot'
import type { SubjectChange } from '../../festival/live/state'
import { admin, signIn, test } from '../support/desk-visit'
import { findForm } from '../support/form'
import { enter, expect, expectAccessible } from '../support/journey'
import { runOperatorCommand } from '../support/saved'
import type { ServedFestival } from '../support/serve'

const send = async (desk: Page, { address }: ServedFestival, path: string, data: object) => {
  const answer = await desk.request.put(`${address}/api/desk/festival/${path}`, {
    data: { id: randomUUID(), ...data },
    headers: { Origin: address },
  })
  expect(await answer.text(), path).toContain('version')
}

const change = (desk: Page, festival: ServedFestival, changes: SubjectChange) =>
  send(desk, festival, 'subject?event=SeniorQuiz', {
    changes: Object.entries(changes).map(([field, value]) => ({ field, seen: null, value })),
  })

const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** (behaviours 16.4, 16.6, 16.8, 16.9, 16.20) */
test('an organiser’s changes reach open pages without losing a draft', async ({
  page,
  context,
  festival,
}) => {
  const desk = await context.newPage()
  await signIn(desk, festival, admin)
  const older: unknown = await (await page.request.get('/api/state')).json()
  const built = await (await page.request.get('/events/senior-quiz')).text()
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await form.names.first().fill('Asha Test')
  const other = await context.newPage()
  await enter(other, '/events/senior-quiz')

  const until = instantAt(Date.now() + 3_600_000)
  await send(desk, festival, 'notice', {
    seen: null,
    value: { text: 'The opening begins at 10.', urgent: true, until, path: '/schedule' },
  })
  await change(desk, festival, { status: 'closed', place: 'Hall 3', note: 'Bring a pen.' })

  await returnToTab(page)
  await expect(
    page.getByRole('alert').getByText('Registration has closed: please don’t pay now'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'The opening begins at 10.' })).toBeVisible()
  await expect(form.names.first()).toHaveValue('Asha Test')
  // The page ignores a state that is older than its own.
  await page.route('**/api/state', (route) => route.fulfill({ json: older }))
  await Promise.all([page.waitForResponse('**/api/state'), returnToTab(page)])
  await expect(page.getByRole('link', { name: 'The opening begins at 10.' })).toBeVisible()
  await page.unroute('**/api/state')
  await returnToTab(other)
  await expect(other.getByText('Hall 3').first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'Registration Closed' })).toBeDisabled()

  await expect(async () => {
    const answer = await page.request.get('/events/senior-quiz', {
      headers: { 'Accept-Encoding': 'br' },
    })
    expect(answer.headers()['content-encoding']).toBe('br')
    expect(await answer.text()).toContain('Hall 3')
  }).toPass()
  const fresh = await context.newPage()
  await enter(fresh, '/events/senior-quiz')
  await expect(fresh.getByText('Bring a pen.')).toBeVisible()
  await expectAccessible(fresh, 'an urgent notice over a closed event')
  const parts = (html: string) => html.replace(/<div id="app".*?<template/s, '')
  const reloaded = await (await page.request.get('/events/senior-quiz')).text()
  expect(parts(reloaded).replace(/<script type="application\/ld\+json">.*?<\/script>/g, '')).toBe(
    parts(built).replace(/<script type="application\/ld\+json">.*?<\/script>/g, ''),
  )
  // Phones may discard the page while a payment app is open.
  await page.reload()
  await expect(
    page.getByRole('alert').getByText('Registration has closed: please don’t pay now'),
  ).toBeVisible()
  await expect(form.names.first()).toHaveValue('Asha Test')
  await expect(async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/register?event=SeniorQuiz')
    await expect(page.getByText('Registration for this one is closed.')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expect(page.getByText('and have the UTR ready.')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
})

/** (behaviour 16.45) */
test('an open page shows the restored state and later notices', async ({
  page,
  context,
  festival,
}) => {
  const desk = await context.newPage()
  await signIn(desk, festival, admin)
  await change(desk, festival, { place: 'Hall 3' })
  const backup = join(festival.dataDir, 'backup')
  await runOperatorCommand(festival, 'backup', '--to', backup)
  const until = instantAt(Date.now() + 3_600_000)
  const publish = (text: string, seen: object | null) =>
    send(desk, festival, 'notice', { seen, value: { text, urgent: true, until } })
  await change(desk, festival, { note: 'Bring a pen.' })
  await publish('The opening begins at 10.', null)
  await enter(page, '/events/senior-quiz')
  await returnToTab(page)
  await expect(page.getByText('The opening begins at 10.')).toBeVisible()
  await expect(page.getByText('Bring a pen.')).toBeVisible()

  await festival.end()
  await runOperatorCommand(festival, 'restore', '--from', backup, '--force')
  await festival.restart()
  await returnToTab(page)
  await expect(page.getByText('Bring a pen.')).toHaveCount(0)
  await expect(page.getByText('The opening begins at 10.')).toHaveCount(0)
  await expect(page.getByText('Hall 3').first()).toBeVisible()

  // Backups contain no sessions, and the earlier sign-in link has been used.
  const mail = join(festival.dataDir, 'mail')
  for (const name of readdirSync(mail)) {
    rmSync(join(mail, name))
  }
  await signIn(desk, festival, admin)
  await publish('The opening moves to Hall 1.', null)
  await returnToTab(page)
  await expect(page.getByText('The opening moves to Hall 1.')).toBeVisible()
  // The device's copy from before the restore must not reappear.
  await page.reload()
  await expect(page.getByText('The opening moves to Hall 1.')).toBeVisible()
  await expect(page.getByText('Bring a pen.')).toHaveCount(0)
})
