import { fillForm, findForm } from '../support/form'
import { enter, expect, test } from '../support/journey'
import { readMessageStates, readRegistrations } from '../support/saved'

const fullStore = () => {
  // When storage is full, browsers accept a write and then abort the transaction.
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...written) {
    const request = put.apply(this, written)
    this.transaction.abort()
    return request
  }
}

/** Browsers with no or partial storage. Each function runs before the page's scripts. */
const browsers: Readonly<Record<string, () => void>> = {
  'has no IndexedDB': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'forbids IndexedDB': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  },
  // The request to open the database never fires an event.
  'never answers for IndexedDB': () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = (name) => {
      const request = open.call(indexedDB, name)
      for (const event of ['success', 'error', 'upgradeneeded', 'blocked']) {
        request.addEventListener(event, (dispatched) => dispatched.stopImmediatePropagation())
      }
      return request
    }
  },
  'has a full IndexedDB': fullStore,
  'forbids every store': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  },
}

for (const [what, forbid] of Object.entries(browsers)) {
  test(`a browser that ${what} sends a registration once (5.58, 5.63)`, async ({
    page,
    context,
    festival,
  }) => {
    await page.addInitScript(forbid)
    await enter(page, '/register?event=SeniorQuiz')
    const email = `${what.replaceAll(' ', '-').toLowerCase()}@students.test`
    await fillForm(page, email)
    await expect(page.getByText('Your browser cannot keep your answers.')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.getByText(/(kept|stays) on this device/)).toHaveCount(0)
    await context.setOffline(false)
    await findForm(page).submit.click()
    const id = await page.getByText(/^EVT-\d{6}$/).textContent()
    expect(readRegistrations(festival, email).map((row) => row.registration_id)).toEqual([id])
    expect(readMessageStates(festival, email)).toEqual(['sent'])
  })
}
